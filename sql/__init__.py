"""All hand-written SQL: each statement with its reason, its figure and its equivalent by the plain ORM.

`Reason:` says why the ORM is not used. `Figure:` says what that saves: how many times as long the ORM takes for the
same, side by side in a run of `python -m benchmarks --only handwritten_sql` on two busy cores, with Django 5.2,
SQLite in a file and PostgreSQL over TCP. Under `PLAIN_ORM` the ORM does everything that it can do (`sql.plain_orm`).
"""
