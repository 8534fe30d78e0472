"""What a trial of the remedies came to, as a table, and what of it is claimed."""
import os
import platform

KEPT = 0.97  # of what was inherited, where the collector was the cause; published were 225 of 250 MB, and 140 by default
KEPT_OF_READS = 0.90  # of what reads copied at baseline
AGAINST_THE_COLLECTOR = ("gc-threshold-0", "gc-freeze", "collect-when", "both")
KEEP = AGAINST_THE_COLLECTOR + ("immortal-heap",)
QUICK = ("fast-exit", "both")

HEADER = (
    "| arm | family PSS | kept shared | requests a second | shutdown | host memory | verdict on PSS |\n"
    "|---|---|---|---|---|---|---|"
)


def table(trials):
    """Of (where it was tried, the trial's document): the baseline of each above its arms."""
    lines = [HEADER]
    for where, trial in trials:
        first = trial["arms"][0]
        lines.append("| *%s:* baseline | %s | %s | %.0f | %.1f s | | |" % (
            where, mib(metric(first, "pss_bytes")["baseline"]), kept_words(trial, "baseline"),
            brings(first, "requests_per_second")["baseline"], brings(first, "stop_seconds")["baseline"]))
        for arm in trial["arms"]:
            pss = metric(arm, "pss_bytes")
            lines.append("| %s | %s | %s | %s | %s | %s | %s |" % (
                arm["name"], relative(pss["ratio"], pss["ratio_low"], pss["ratio_high"]), kept_words(trial, arm["name"]),
                relative(*effect(arm, "requests_per_second")), seconds(*effect(arm, "stop_seconds")),
                mebibytes(*effect(arm, "host_memory_bytes")), pss["verdict"]))
    return lines


def notes(trials):
    lines = [""]
    for where, trial in trials:
        disturbed = sum(1 for run in trial["runs"] if run["disturbances"])
        lines.append("%s: %d starts of each; %d of %d were disturbed by something else on the machine. Kept in %s" % (
            where, trial["pairs"], disturbed, len(trial["runs"]), trial["file"]))
        for arm in trial["arms"]:
            if arm["name"] == "merge-pages":
                lines.append("merge-pages: ksmd took %s of CPU time a start, %s of a core." % (
                    seconds(*effect(arm, "ksmd_cpu_seconds")), percent(*effect(arm, "ksmd_core_share"))))
            if arm["name"] == "immortal-heap":
                lines.append("immortal-heap: kept at least %.1f%% of what was copied at baseline." % (100 * kept_of_reads(trial)))
    return lines + [machine()]


def failures(trial):
    for arm in trial["arms"]:
        name = arm["name"]
        if arm["took_effect"] is not True:
            yield "FAILED %s: not seen to be on in every worker" % name
        if name in KEEP and None in kept(trial, name):
            yield "FAILED %s: what it kept could not be read (sudo)" % name
            continue
        if name in AGAINST_THE_COLLECTOR and min(kept(trial, name)) < KEPT:
            yield "FAILED %s: kept only %.1f%% of what was inherited" % (name, 100 * min(kept(trial, name)))
        if name in QUICK:
            estimate, _, high = effect(arm, "stop_seconds")
            if (estimate if high is None else high) > 0:
                yield "FAILED %s: shutdown is not seen to be as short as without it" % name
        if name == "immortal-heap" and kept_of_reads(trial) < KEPT_OF_READS:
            yield "FAILED immortal-heap: kept only %.1f%% of what was copied at baseline" % (100 * kept_of_reads(trial))


def kept_of_reads(trial):
    """By the least that a start without it lost and the most that one with it did."""
    return 1 - (1 - min(kept(trial, "immortal-heap"))) / (1 - max(kept(trial, "baseline")))


def machine():
    with open("/proc/cpuinfo") as file:
        model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "unknown processor")
    return "%d CPUs (%s), kernel %s" % (os.cpu_count(), model, platform.release())


def metric(arm, name):
    return next(each for each in arm["metrics"] if each["name"] == name)


def brings(arm, name):
    return next(each for each in arm["brings"] if each["name"] == name)


def effect(arm, name):
    figure = brings(arm, name)
    return figure["estimate"], figure["low"], figure["high"]


def kept(trial, name):
    return [run["inherited_kept_share"] for run in trial["runs"] if run["arm"] == name]


def kept_words(trial, name):
    shares = kept(trial, name)
    if name == "merge-pages":
        return "merged again"
    return "not read" if None in shares else "%.1f-%.1f%%" % (100 * min(shares), 100 * max(shares))


def words(form, estimate, low, high):
    """An estimate and its interval; with too few pairs for one, the estimate alone."""
    if estimate is None:
        return "not read"
    return form % estimate + ("" if low is None else " (%s to %s)" % (form % low, form % high))


def relative(*ratios):
    return words("%+.1f%%", *[None if ratio is None else 100 * (ratio - 1) for ratio in ratios])


def percent(*shares):
    return words("%.0f%%", *[None if share is None else 100 * share for share in shares])


def seconds(*values):
    return words("%+.1f s", *values)


def mebibytes(*values):
    return words("%+.0f MiB", *[None if value is None else value / (1 << 20) for value in values])


def mib(value):
    return "%.0f MiB" % (value / (1 << 20))
