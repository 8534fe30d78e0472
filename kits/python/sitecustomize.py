"""Applies the remedies named in LOWTIDE_REMEDIES, then makes way for the site's own sitecustomize.

Python imports this when it starts (the site module), because `lowtide run` puts this folder first on PYTHONPATH. It is
written for Python 3.8 and later, and in words that any Python since 2.7 reads: whatever interpreter the target
starts finds it, and must not stumble over it.
"""
import os
import sys


def _apply_remedies():
    try:
        if os.environ.get("LOWTIDE_KEEPER"):
            # First: Python calls what was registered first right before the fork, after all others.
            __import__("lowtide_kit.keeper", fromlist=["keep"]).keep()
    except Exception as error:
        _say("there is no keeper: %s: %s" % (type(error).__name__, error))
    for remedy in os.environ.get("LOWTIDE_REMEDIES", "").split(","):
        subject, _, name = remedy.strip().partition(".")
        name = name.replace("-", "_")
        # Of malloc's remedies the kit has those that act inside the program; the others the launcher has set.
        if subject != "cpython" and not (subject == "malloc" and _has(name)):
            continue
        try:
            __import__("lowtide_kit.remedies." + name, fromlist=["apply"]).apply()
            _note(remedy, "on")
        except Exception as error:  # the target comes first: say so, and let it start
            _say("%s is not on: %s: %s" % (remedy, type(error).__name__, error))
            _note(remedy, "not on", type(error).__name__, error)
    try:
        if os.environ.get("LOWTIDE_WATCH_CYCLES"):
            __import__("lowtide_kit.cycles", fromlist=["watch"]).watch()
        __import__("lowtide_kit.gc_calls", fromlist=["watch"]).watch()
    except Exception as error:
        _say("not everything is watched: %s: %s" % (type(error).__name__, error))


def _has(name):
    return os.path.exists(os.path.join(os.path.dirname(os.path.abspath(__file__)), "lowtide_kit", "remedies", name + ".py"))


def _note(*fields):
    try:
        from lowtide_kit.notes import note
        note("remedy", *fields)
    except Exception:  # a Python that is too old for it
        pass


def _say(what):
    try:
        sys.stderr.write("lowtide: " + " ".join(what.split()) + "\n")
    except Exception:  # no standard error (None in a daemon), or it is closed
        pass


def _make_way():
    """sys.path and its cache as they would be without us, so that the site's own module is found next."""
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if entry != here]
    sys.path_importer_cache.pop(here, None)
    # Kept in a variable: Python 2 clears the names of a module that nothing holds, while it still runs.
    return sys.modules.pop(__name__, None)


try:
    _apply_remedies()
finally:
    _self = _make_way()

# After this module has run, the import system takes what sys.modules then holds (importlib._bootstrap._load_unlocked).
# Where the site has no sitecustomize this raises the ModuleNotFoundError that the site module passes over in
# silence; where the site's own fails, its error is reported as ever.
import sitecustomize  # noqa: E402,F401
