"""Markdown of what was measured."""
import datetime
import os
import platform

SLOW_SECONDS = 0.2  # about as long as an induced collection stops the service
METRICS = (("latency_p99_seconds", 1000, "ms"), ("slow_share", 100, "%"), ("pss_bytes", 1 / (1 << 20), "MiB"))

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
    lines = ["| arm | p99 | interval | over %g s | interval | memory | interval |" % SLOW_SECONDS, "|---|---|---|---|---|---|---|"]
    first = trial["arms"][0]
    lines.append("| as published | " + " | ".join("%s | " % value(first, *metric) for metric in METRICS).rstrip() + " |")
    for arm in trial["arms"]:
        lines.append("| %s | %s |" % (arm["name"], " | ".join(change(arm, name) for name, _, _ in METRICS)))
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


def value(arm, name, scale, unit):
    baseline = metric(arm, name)["baseline"]
    return "not read" if baseline is None else "%.3g %s" % (baseline * scale, unit)


def change(arm, name):
    """A ratio in percent; a share in points of a hundred."""
    of = metric(arm, name)
    if name == "slow_share":
        return cells("%+.1f points", *[part if part is None else 100 * part for part in (of["estimate"], of["low"], of["high"])])
    return cells("%+.1f%%", *[part if part is None else 100 * (part - 1) for part in (of["ratio"], of["ratio_low"], of["ratio_high"])])


def cells(form, estimate, low, high):
    if estimate is None:
        return "not read | "
    return "%s | %s" % (form % estimate, "too few starts" if low is None else "%s to %s" % (form % low, form % high))


def metric(arm, name):
    return next((each for each in arm["metrics"] if each["name"] == name), dict.fromkeys(
        ("baseline", "estimate", "low", "high", "ratio", "ratio_low", "ratio_high")))


def mean(pauses):
    return "%.1f ms" % (1000 * sum(pauses) / len(pauses)) if pauses else "not seen"


def longest(pauses):
    return "%.1f ms" % (1000 * max(pauses)) if pauses else "not seen"
