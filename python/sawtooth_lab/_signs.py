"""Colours and dashes of flows, those of the page (`web/src/design`: `tokens.css`, `dashes.ts`, `signs.ts`). Not here: drawing (`plots`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Union

from . import _engine

__all__ = ["DARK", "DASHES", "LIGHT", "dash_of", "signs_of"]

#: Colours by sign, on light and on dark ground.
LIGHT = ("#2560e7", "#d9552b", "#0e4f3d", "#4b0058", "#6a4513", "#1e92b0", "#9d5477", "#57448b")
DARK = ("#5c92ff", "#f98644", "#68e8c5", "#9b6892", "#fee580", "#c1e4f3", "#d04652", "#b8a9e6")

#: Dashes at 2 px, by sign; the first line is solid.
DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (14, 2.5),
    (6, 2.5),
    (12, 3, 3, 3),
    (3, 2),
    (14, 2.5, 2, 2.5, 2, 2.5),
    (8, 3, 2, 3),
    (2, 2),
)

#: Signs by the engine's inks.
SIGNS = (1, 0, 4, 2, 3, 5, 7, 6)
#: For a second flow of an algorithm, by sign.
SHADES = {0: 5, 1: 6, 3: 7}
#: For all other flows.
SPARE = (7, 5, 6, 4, 3, 2, 1, 0)


def dash_of(sign: int) -> tuple[float, ...]:
    """A line's dash: from the ninth sign on colours repeat, each time with another dash."""
    return DASHES[(sign + sign // len(DASHES)) % len(DASHES)]


def signs_of(kinds: Sequence[Union[str, None]]) -> list[int]:
    """The sign of each flow by its algorithm, and of cross traffic (None), in the document's order."""
    inks = [None if kind is None else _engine.ink(kind) for kind in kinds]
    homes = [None if ink is None else SIGNS[ink % len(SIGNS)] for ink in inks]
    signs: dict[int, int] = {}

    def take(flow: int, sign: Union[int, None]) -> None:
        if sign is not None and flow not in signs and sign not in signs.values():
            signs[flow] = sign

    for flow, home in enumerate(homes):
        take(flow, home)
    for flow, home in enumerate(homes):
        take(flow, None if home is None else SHADES.get(home))
    for flow in range(len(homes)):
        for sign in SPARE:
            take(flow, sign)
    later = iter(range(len(DASHES), len(DASHES) + len(homes)))
    return [signs[flow] if flow in signs else next(later) for flow in range(len(homes))]
