"""Two sides against each other: the ratios of two commands' times in turn, a median's interval, and what it says of a promise; standard library only."""

import collections
import math
import os
import random
import statistics
import subprocess
import time

Cost = collections.namedtuple("Cost", "status seconds processor bytes")


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def used(command):
    """What a command took: its status, seconds on the clock and of processors, and the most memory it had at once, in bytes."""
    start = time.perf_counter()
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(running.pid, 0)
    running.returncode = status
    return Cost(status, time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss << 10)


def times(command, runs):
    """After one run that warms the caches: minimum, median, maximum in seconds."""
    seconds(command)
    taken = sorted(seconds(command) for _ in range(runs))
    return taken[0], statistics.median(taken), taken[-1]


def median_interval(values, rank_from_end):
    """The median between the rank-th smallest and the rank-th largest value (a sign-test interval)."""
    ordered = sorted(values)
    return statistics.median(ordered), ordered[rank_from_end - 1], ordered[-rank_from_end]


def sign_rank(count, error=0.1):
    """The rank for median_interval of so many values: the interval misses the true median with no more than this probability."""
    below = [sum(math.comb(count, one) for one in range(rank)) / 2**count for rank in range(1, count // 2 + 1)]
    return sum(2 * share <= error for share in below)


def verdict(low, high, least, most):
    """Of a promise that a figure lies between least and most, by the figure's interval."""
    return "met" if least <= low and high <= most else "missed" if high < least or low > most else "not shown"


def ratios(command, other, pairs, seed):
    """command's time over other's, pair by pair, the order within each pair by a coin."""
    coin = random.Random(seed)
    seconds(command), seconds(other)
    found = []
    for _ in range(pairs):
        if coin.random() < 0.5:
            first, second = seconds(command), seconds(other)
        else:
            second, first = seconds(other), seconds(command)
        found.append(first / second)
    return found
