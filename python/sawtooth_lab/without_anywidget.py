"""Stand-in for `Lab` where anywidget is not installed. Not here: the laboratory (`lab`)."""

from __future__ import annotations

from typing import Any, NoReturn

__all__ = ["Lab"]


class Lab:
    """The laboratory in a notebook, which needs anywidget."""

    def __new__(cls, *_: Any, **__: Any) -> NoReturn:
        raise ModuleNotFoundError("`Lab` needs the package anywidget: `pip install anywidget`", name="anywidget")
