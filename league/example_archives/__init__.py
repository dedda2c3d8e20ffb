"""The example leagues that come with the site: each was really played, and is loaded from an archive.

`catalog` names them, `archive` reads and writes their files, `log_ins` keeps how their people log in, and `loading` is
the job that brings one into the database while the site is served. `python -m tools.examples` plays them anew.
"""
