"""A module a remedy: the remedy cpython.some-name is some_name.py, whose apply() switches it on."""
