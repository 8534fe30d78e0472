"""Ways to recycle workers, compared at the same peak of memory: each way has a limit, and by it a curve of recycles over the peak; standard library only."""
import collections
import math

Point = collections.namedtuple("Point", "peak recycles p99")


def at_peak(points, peak):
    """What a way that was tried at some limits takes at a peak between theirs: its recycles on the line between the two, in their logarithm where there are
    any; and the worse p99 of the two. None outside of what was tried: nothing is guessed there."""
    ordered = sorted(points)
    for low, high in zip(ordered, ordered[1:]):
        if low.peak <= peak <= high.peak:
            far = (peak - low.peak) / (high.peak - low.peak) if high.peak > low.peak else 0
            return Point(peak, between(low.recycles, high.recycles, far), max(low.p99, high.p99))
    # No recycle at no more memory is the best there is, at whatever peak above it.
    idle = [point for point in ordered if point.recycles == 0 and point.peak <= peak]
    return idle[0] if idle else None


def between(one, other, far):
    if one > 0 and other > 0:
        return math.exp((1 - far) * math.log(one) + far * math.log(other))
    return (1 - far) * one + far * other


def compared(others, ours):
    """Of each point of another way: how many of its recycles ours takes at its peak, and how much of its p99; None where ours was not tried there."""
    found = []
    for other in others:
        same = at_peak(ours, other.peak)
        found.append(None if same is None or other.recycles == 0 else (same.recycles / other.recycles, same.p99 / other.p99))
    return found
