"""In front of the real one on PYTHONPATH: as if that were not installed."""
raise ImportError("no setproctitle")
