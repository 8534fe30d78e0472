"""What the study claims, as assertions over the measured starts."""
from checks.memory import pss

KEPT_WITH_THRESHOLD_0 = 0.85
KEPT_BY_BASELINE = 0.60
MARGIN = 0.05

HEADER = (
    "setting   arm          start s  PSS before  PSS after  shared a worker     kept  private"
    "  full collections  served a worker      req/s  stop s  PSS at stop"
)


def row(result):
    before, after = result["before"], result["after"]
    states = result["after_collector"]
    return "%-9s %-11s %8.1f %11.0f %10.0f  %6.1f -> %6.1f %7.0f%% %8.1f  %-16s  %-18s %7.0f %7.1f %12.0f" % (
        result["setting"], result["arm"], result["start_seconds"], pss(before), pss(after),
        mean(before, "shared"), mean(after, "shared"), 100 * kept(result), mean(after, "private"),
        " ".join(str(full(state)) for state in states), " ".join(str(state["served"]) for state in states),
        result["rate"], result["stop_seconds"], result["stop_peak"],
    )


def mean(members, field):
    workers = members[1:]
    return sum(worker[field] for worker in workers) / len(workers)


def kept(result):
    return mean(result["after"], "shared") / mean(result["before"], "shared")


def full(state):
    return state["collections_since_fork"][2]


def difference(results, setting):
    """The largest relative difference in summed PSS between any two starts of unlike arms."""
    sums = {"baseline": [], "threshold 0": []}
    for result in results:
        if result["setting"] == setting:
            sums[result["arm"]].append(pss(result["after"]))
    return max((remedy - base) / base for base in sums["baseline"] for remedy in sums["threshold 0"]), min(
        (remedy - base) / base for base in sums["baseline"] for remedy in sums["threshold 0"]
    )


def summary(results):
    lines = []
    for setting in ("instagram", "reads"):
        highest, lowest = difference(results, setting)
        lines.append(
            "%s: threshold 0 changes the family's PSS by %+.1f%% to %+.1f%%" % (setting, 100 * lowest, 100 * highest)
        )
    return lines


def failures(results):
    found = []
    for result in results:
        name = "%s, %s: " % (result["setting"], result["arm"])
        found += ["FAILED " + name + text for text in broken(result)]
    if max(abs(change) for change in difference(results, "reads")) > MARGIN:
        found.append("FAILED reads: the arms differ by more than the margin of 5%")
    return found


def broken(result):
    before, after = result["before_collector"], result["after_collector"]
    if any(state["enabled"] for state in before):
        yield "the collector was on before the library was used"
    if not all(state["enabled"] for state in after):
        yield "the library did not turn the collector on in every worker"
    if mean(result["before"], "Rss") < 200:
        yield "a worker inherits less than 200 MiB"
    if result["arm"] == "baseline":
        if not all(full(state) > 0 for state in after):
            yield "a worker ran no full collection"
    elif any(sum(state["collections_since_fork"]) for state in after) or after[0]["threshold"][0] != 0:
        yield "a collection ran although the threshold is 0"
    if result["setting"] == "instagram" and result["arm"] == "threshold 0":
        if kept(result) < KEPT_WITH_THRESHOLD_0:
            yield "the workers kept only %.0f%% shared" % (100 * kept(result))
    elif kept(result) > KEPT_BY_BASELINE:
        yield "the workers kept %.0f%% shared" % (100 * kept(result))
