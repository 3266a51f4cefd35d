"""A whole run: names become methods and models, data becomes a release, a release becomes files."""
