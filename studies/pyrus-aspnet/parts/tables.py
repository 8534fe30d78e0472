"""Markdown of what was measured."""
import datetime
import os
import platform

SLOW_SECONDS = 0.2  # about as long as an induced collection stops the service
# Name, heading, factor and unit of the value, and factor and form of a change; a ratio has no factor.
METRICS = (
    ("latency_p99_seconds", "p99", 1000, " ms", None, "%+.1f%%"),
    ("slow_share", "over %g s" % SLOW_SECONDS, 100, "%", 100, "%+.1f points"),
    ("gc_pause_share", "in pauses", 100, "%", 100, "%+.1f points"),
    ("gc_pause_max_seconds", "longest pause", 1000, " ms", None, "%+.1f%%"),
    ("full_collections", "full collections", 1, "", 1, "%+.3g"),
    ("pss_bytes", "memory", 1 / (1 << 20), " MiB", None, "%+.1f%%"),
)

BY_GENERATION = (
    "| | generation | kind | collections | mean pause | longest pause |\n"
    "|---|---|---|---|---|---|"
)


def by_generation(starts):
    """Of each start by its name the rows of /collections."""
    lines = [BY_GENERATION]
    for name, rows in starts.items():
        for row in rows:
            kind = row["kind"] + (", induced" if row["induced"] else "")
            lines.append("| %s | %d | %s | %d | %s | %s |" % (
                name, row["generation"], kind, row["count"], mean(row["pauses"]), longest(row["pauses"])))
            name = ""
    return lines


def of_trial(trial):
    lines = ["| arm | %s |" % " | ".join(metric[1] for metric in METRICS), "|---" * (len(METRICS) + 1) + "|"]
    lines.append("| as published | %s |" % " | ".join(value(trial["arms"][0], *metric[:4]) for metric in METRICS))
    for arm in trial["arms"]:
        lines.append("| %s | %s |" % (arm["name"], " | ".join(change(arm, metric[0], *metric[4:]) for metric in METRICS)))
    return lines


def notes(trial):
    disturbed = sum(1 for run in trial["runs"] if run["disturbances"])
    with open("/proc/cpuinfo") as file:
        model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), "unknown processor")
    return [
        "%d starts of each; %d of %d were disturbed by something else on the machine, %d failed and were repeated." % (
            trial["pairs"], disturbed, len(trial["runs"]), len(trial["failed_runs"])),
        "Kept in %s" % trial["file"],
        "%d CPUs (%s), kernel %s, %s" % (
            os.cpu_count(), model, platform.release(), datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")),
    ]


def value(arm, name, _, scale, unit):
    baseline = metric(arm, name)["baseline"]
    return "not read" if baseline is None else "%.3g%s" % (baseline * scale, unit)


def change(arm, name, scale, form):
    """With its interval, where there are starts enough for one; a ratio in percent."""
    of = metric(arm, name)
    parts = [of[key] for key in (("estimate", "low", "high") if scale else ("ratio", "ratio_low", "ratio_high"))]
    estimate, low, high = (part if part is None else form % (scale * part if scale else 100 * (part - 1)) for part in parts)
    return "not read" if estimate is None else estimate if low is None else "%s (%s to %s)" % (estimate, low, high)


def metric(arm, name):
    return next((each for each in arm["metrics"] if each["name"] == name), dict.fromkeys(
        ("baseline", "estimate", "low", "high", "ratio", "ratio_low", "ratio_high")))


def mean(pauses):
    return "%.1f ms" % (1000 * sum(pauses) / len(pauses)) if pauses else "not seen"


def longest(pauses):
    return "%.1f ms" % (1000 * max(pauses)) if pauses else "not seen"
