"""Adds up xunit's XML results: each skip with its reason, each failure's name, then the closing line.

    test-summary.py FILE...            NAME.again.xml holds what of NAME.xml was run once more, alone: its results count
    test-summary.py --failed FILE      the methods that failed there, for the runner's -method; status 1 where the file is not whole, or there are too many
"""

import os
import sys
import xml.etree.ElementTree as ElementTree

# More than that is no bad luck.
MOST_AGAIN = 10
# Of classes, those worth a look where the whole takes too long.
SLOWEST = 12
# Characters of a failure's message.
MOST_SAID = 300


def read(path):
    try:
        whole = ElementTree.parse(path)
        # What fails outside a test, as in ending a class: the runner counts it by itself.
        return list(whole.iter("test")) + list(whole.iter("error"))
    except (OSError, ElementTree.ParseError) as broken:
        # A runner that crashed leaves no whole file: that is a failure, not silence.
        return broken


def failed_methods(path):
    tests = read(path)
    if not isinstance(tests, list):
        return []
    return sorted({"%s.%s" % (test.get("type"), test.get("method")) for test in tests if test.get("result") == "Fail"})


def slowest(paths):
    """Classes and the seconds of their tests; those of different classes run beside each other."""
    took = {}
    for tests in map(read, paths):
        for test in tests if isinstance(tests, list) else []:
            took[test.get("type")] = took.get(test.get("type"), 0) + float(test.get("time") or 0)
    return sorted(((seconds, name) for name, seconds in took.items() if name), reverse=True)[:SLOWEST]


def reason(test):
    """What the failure says, on one line: a log may keep no more than the end."""
    said = " ".join((test.findtext("failure/message") or "").split())
    return ": " + said[:MOST_SAID] if said else ""


def main(paths):
    passed, failed, skipped, again = 0, [], [], []
    for path in (path for path in paths if not path.endswith(".again.xml")):
        tests = read(path)
        if not isinstance(tests, list):
            failed.append("%s: no result (%s)" % (path, tests))
            continue
        if not tests:
            failed.append("%s: no test ran" % path)
        second = path[:-len(".xml")] + ".again.xml"
        retried = read(second) if os.path.exists(second) else []
        # Rows of a theory may be shown alike: each of them must have passed.
        results = {}
        for test in retried if isinstance(retried, list) else []:
            results[test.get("name")] = test.get("result") == "Pass" and results.get(test.get("name"), True)
        for test in tests:
            if test.get("result") == "Pass":
                passed += 1
            elif test.get("result") == "Skip":
                skipped.append("%s: %s" % (test.get("name"), test.findtext("reason")))
            elif results.get(test.get("name")):
                passed += 1
                again.append(test.get("name"))
            else:
                failed.append((test.get("name") or "an error outside of the tests") + reason(test))

    for seconds, name in slowest(paths):
        print("%4.0f s in %s" % (seconds, name))
    for line in skipped:
        print("skipped", line)
    for line in again:
        print("passed only alone", line)
    for line in failed:
        print("failed", line)
    print("%d passed%s, %d failed" % (passed, " (%d only alone)" % len(again) if again else "", len(failed))
          + (", %d skipped" % len(skipped) if skipped else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1] == "--failed":
        methods = failed_methods(sys.argv[2])
        print(" ".join(methods))
        sys.exit(0 if 0 < len(methods) <= MOST_AGAIN else 1)
    sys.exit(main(sys.argv[1:]))
