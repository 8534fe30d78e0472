"""Adds up xunit's XML results: each skip with its reason, each failure's name, then the closing line."""

import sys
import xml.etree.ElementTree as ElementTree

passed, failed, skipped = 0, [], []
for path in sys.argv[1:]:
    try:
        tests = list(ElementTree.parse(path).iter("test"))
    except (OSError, ElementTree.ParseError) as broken:
        # A runner that crashed leaves no whole file: that is a failure, not silence.
        failed.append("%s: no result (%s)" % (path, broken))
        continue
    if not tests:
        failed.append("%s: no test ran" % path)
    for test in tests:
        if test.get("result") == "Pass":
            passed += 1
        elif test.get("result") == "Skip":
            skipped.append("%s: %s" % (test.get("name"), test.findtext("reason")))
        else:
            failed.append(test.get("name"))

for line in skipped:
    print("skipped", line)
for line in failed:
    print("failed", line)
print("%d passed, %d failed" % (passed, len(failed)) + (", %d skipped" % len(skipped) if skipped else ""))
sys.exit(1 if failed else 0)
