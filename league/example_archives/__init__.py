"""The example leagues that come with the site: each was really played, and is loaded from an archive.

`catalog` names them, `archive` reads and writes their files, `log_ins` keeps how their people log in, `loading` is
the job that brings one into the database while the site is served, and `fresh_start` lets it go on with dice of the
site's own. `python -m tools.examples` plays them anew.
"""
