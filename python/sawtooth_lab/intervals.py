"""How sure a median is. Not here: medians and quantiles themselves, which every library for data has."""

from __future__ import annotations

from collections.abc import Iterable
from math import isnan, nan

from . import _engine
from .errors import WrongTypeError

__all__ = ["median_interval"]


def median_interval(values: Iterable[float | None]) -> tuple[float, float]:
    """Interval that contains the true median with a confidence of at least 95 %, whatever the distribution of the values.

    Its ends are two of the values (W. Conover, Practical Nonparametric Statistics, 3rd edition, 3.2), the same as in the
    tables of `sawtooth run --seeds`. Missing values (NaN, None) are left out. Fewer than six values have no interval: both
    ends are NaN.
    """
    try:
        known = [float(value) for value in values if value is not None]
    except (TypeError, ValueError, OverflowError) as error:
        raise WrongTypeError(f"`values` are not all numbers: {error}.") from None
    return _engine.median_interval([value for value in known if not isnan(value)]) or (nan, nan)
