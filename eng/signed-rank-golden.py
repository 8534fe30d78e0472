"""Writes tests/Pure/Statistics/signed-rank-golden.json: what SciPy says about the signed-rank test.

Run once, with SciPy 1.10.1 (Debian 12's python3-scipy), from the repository's root:
    python3 eng/signed-rank-golden.py > tests/Pure/Statistics/signed-rank-golden.json

- Without ties: scipy.stats.wilcoxon, exact, zeros dropped.
- With ties SciPy's exact table does not hold, so every sign flip of the differences is enumerated by
  scipy.stats.permutation_test.
- Estimate and 95% interval come from testing shifted differences with scipy.stats.wilcoxon, not from ordered Walsh
  averages as in the C#: the interval is every shift that is not rejected. Only where no two Walsh averages coincide.
"""

import json
import warnings

import numpy as np
import scipy
from scipy import stats

ALPHA = 0.05


def positive_rank_sum(values, axis=-1):
    return np.sum(stats.rankdata(np.abs(values), axis=axis) * (values > 0), axis=axis)


def p_value(differences, alternative):
    kept = differences[differences != 0]
    if len(np.unique(np.abs(kept))) == len(kept):
        return stats.wilcoxon(kept, mode="exact", alternative=alternative).pvalue
    return stats.permutation_test(
        (kept,), positive_rank_sum, permutation_type="samples", n_resamples=np.inf, alternative=alternative,
    ).pvalue


def estimate_and_interval(differences):
    count = len(differences)
    cuts = np.array(sorted(
        (differences[i] + differences[j]) / 2 for i in range(count) for j in range(i, count)))
    if np.min(np.diff(cuts)) < 1e-9:
        return None
    between = np.concatenate([[cuts[0] - 1], (cuts[1:] + cuts[:-1]) / 2, [cuts[-1] + 1]])
    sums = np.array([positive_rank_sum(differences - shift) for shift in between])
    middle = count * (count + 1) / 4
    # The sum falls by one at each cut. The estimate is where it passes its mean.
    above = cuts[np.flatnonzero(sums > middle)[-1]]
    below = cuts[np.flatnonzero(sums < middle)[0] - 1]
    kept = [stats.wilcoxon(differences - shift, mode="exact").pvalue >= ALPHA for shift in between]
    first, last = np.flatnonzero(kept)[[0, -1]]
    bounded = first > 0
    return {
        "estimate": (above + below) / 2,
        "low": cuts[first - 1] if bounded else None,
        "high": cuts[last] if bounded else None,
    }


def case(name, differences):
    differences = np.array(differences, dtype=float)
    return {
        "name": name,
        "differences": differences.tolist(),
        "greater": p_value(differences, "greater"),
        "less": p_value(differences, "less"),
        "two_sided": p_value(differences, "two-sided"),
        "centre": estimate_and_interval(differences),
    }


def main():
    random = np.random.default_rng(20240611)
    cases = [
        # Fisher, The Design of Experiments (1935), ch. 3: Darwin's maize, eighths of an inch.
        case("darwin-maize", [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]),
        case("one-zero", [0, 3, -1, 4, 7, -2, 6, 9, 5]),
        case("half-zeros", [0, 0, 0, 0, 2, 1, 3, 4, 5, -6]),
        case("all-one-size", [1, 1, 1, -1, 1, 1, 1, 1]),
        case("whole-seconds", [1, 1, 2, 0, 2, -1, 3, 1, 0, 1, 2, -1]),
        case("ties-both-signs", [-2, 2, -2, 3, 3, 3, -3, 5, 1, 1]),
        case("two-values", [-10, 1, 1, 1, 1, 1, 1, 1, 1]),
    ]
    for count in (5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50):
        cases.append(case(f"normal-{count}", np.round(random.normal(0.4, 1, count), 6)))
    for count in (6, 8, 10, 12):
        cases.append(case(f"tied-{count}", random.integers(-3, 6, count)))
        cases.append(case(f"cauchy-{count}", np.round(random.standard_cauchy(count), 6)))
    lines = ",\n    ".join(json.dumps(one) for one in cases)
    print(f'{{\n  "scipy": "{scipy.__version__}",\n  "alpha": {ALPHA},\n  "cases": [\n    {lines}\n  ]\n}}')


warnings.simplefilter("error")
main()
