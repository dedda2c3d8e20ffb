"""The league's views: what is read, what is run, and the desk."""
