"""Writes tests/Pure/Statistics/rank-sum-golden.json: what SciPy says about two independent samples.

Run once, with SciPy 1.10.1 (Debian 12's python3-scipy), from the repository's root:
    python3 eng/rank-sum-golden.py > tests/Pure/Statistics/rank-sum-golden.json

- Without ties: scipy.stats.mannwhitneyu, exact; of large samples the approximation, corrected for ties and continuity.
- With ties SciPy's exact table does not hold, so every choice of ranks is enumerated by scipy.stats.permutation_test. Its
  two-sided p is twice the smaller tail, as here.
- Estimate and 95% interval come from testing shifted samples with scipy.stats.mannwhitneyu, not from ordered differences
  as in the C#: the interval is every shift that is not rejected. Only where no two differences coincide.
"""

import json
import warnings

import numpy as np
import scipy
from scipy import stats

ALPHA = 0.05
EXACT = 100


def u_of(first, second, axis=-1):
    ranks = stats.rankdata(np.concatenate([first, second], axis=axis), axis=axis)
    own = np.take(ranks, np.arange(first.shape[axis], ranks.shape[axis]), axis=axis)
    count = second.shape[axis]
    return np.sum(own, axis=axis) - count * (count + 1) / 2


def p_value(first, second):
    together = np.concatenate([first, second])
    if len(together) > EXACT:
        return stats.mannwhitneyu(second, first, method="asymptotic").pvalue
    if len(np.unique(together)) == len(together):
        return stats.mannwhitneyu(second, first, method="exact").pvalue
    tails = [stats.permutation_test(
        (first, second), u_of, permutation_type="independent", n_resamples=np.inf, alternative=one).pvalue
        for one in ("greater", "less")]
    return min(1, 2 * min(tails))


def estimate_and_interval(first, second):
    cuts = np.sort((second[None, :] - first[:, None]).ravel())
    if len(cuts) > 1 and np.min(np.diff(cuts)) < 1e-9:
        return None
    between = np.concatenate([[cuts[0] - 1], (cuts[1:] + cuts[:-1]) / 2, [cuts[-1] + 1]])
    method = "exact" if len(first) + len(second) <= EXACT else "asymptotic"
    kept = np.flatnonzero([
        stats.mannwhitneyu(second - shift, first, method=method).pvalue >= ALPHA for shift in between])
    bounded = kept[0] > 0
    return {
        "estimate": float(np.median(cuts)),
        "low": cuts[kept[0] - 1] if bounded else None,
        "high": cuts[kept[-1]] if bounded else None,
    }


def case(name, first, second):
    first, second = np.array(first, dtype=float), np.array(second, dtype=float)
    return {
        "name": name,
        "first": first.tolist(),
        "second": second.tolist(),
        "u": u_of(first, second),
        "two_sided": p_value(first, second),
        "shift": estimate_and_interval(first, second),
    }


def main():
    random = np.random.default_rng(20250301)
    cases = [
        # Hollander, Wolfe and Chicken (2014), table 4.1: permeability of membranes at term and at 12-26 weeks.
        case("permeability", [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46], [1.15, 0.88, 0.90, 0.74, 1.21]),
        case("all-equal", [3, 3, 3, 3], [3, 3, 3, 3]),
        case("apart", [1, 2, 3, 4], [5, 6, 7, 8]),
        case("one-tie-between", [1, 2, 3, 4], [4, 6, 7, 8]),
        case("whole-mebibytes", [10, 10, 11, 12, 10], [12, 12, 13, 11, 12, 14]),
        case("uneven-ties", [1, 1, 1, 1, 1, 1, 1, 2], [1, 2, 2]),
    ]
    for sizes in ((1, 1), (3, 3), (3, 5), (4, 4), (4, 7), (5, 5), (8, 6), (12, 9), (20, 20), (3, 40), (50, 50), (60, 45)):
        first, second = random.normal(10, 1, sizes[0]), random.normal(10.7, 1, sizes[1])
        cases.append(case(f"normal-{sizes[0]}-{sizes[1]}", np.round(first, 7), np.round(second, 7)))
    for sizes in ((4, 4), (6, 5), (7, 7)):
        cases.append(case(f"tied-{sizes[0]}-{sizes[1]}", random.integers(0, 6, sizes[0]), random.integers(1, 7, sizes[1])))
    cases.append(case("many-tied", random.integers(0, 20, 70), random.integers(3, 23, 60)))
    lines = ",\n    ".join(json.dumps(one) for one in cases)
    print(f'{{\n  "scipy": "{scipy.__version__}",\n  "alpha": {ALPHA},\n  "cases": [\n    {lines}\n  ]\n}}')


warnings.simplefilter("error")
main()
