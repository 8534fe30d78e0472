"""Tells how Python started, for a start with the kit to be compared with one without."""
import gc
import json
import re
import sys

gc.enable()  # as a library may do; a threshold of 0 must outlive it
before = sum(generation["collections"] for generation in gc.get_stats())
kept = []
for number in range(100000):
    cycle = []
    cycle.append(cycle)
    kept.append([number])
site = sys.modules.get("sitecustomize")
print(json.dumps({
    "threshold": gc.get_threshold()[0],
    "collections": sum(generation["collections"] for generation in gc.get_stats()) - before,
    "path": sys.path,
    "path_cache": sorted(name for name in sys.path_importer_cache if "targets" not in name and "lowtide_kit" not in name),
    "site": getattr(site, "__file__", None),
    "said": getattr(site, "SAID", None),
    "spec": re.sub(r" at 0x\w+", "", repr(getattr(site, "__spec__", None))),
    "flags": repr(sys.flags),
}))
