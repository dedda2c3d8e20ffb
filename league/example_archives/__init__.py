"""The example leagues that come with the site. Each was really played, and is loaded from an archive.

`catalog` lists them and reads and writes their archives, and `log_ins` stores the log-ins of their people. `loading`
is the job that loads one into the database while the site runs, and continues it with dice of this site.
`python -m tools.examples` plays them anew.
"""
