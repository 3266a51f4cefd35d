"""The command line: turns what a person says into a run, and shows what came of it.

Nothing heavy is imported before a command runs, so that help is instant.
"""
