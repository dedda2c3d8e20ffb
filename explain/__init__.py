"""Facts in sentences, names and links: what pages, the API, mail and the command line all say."""
