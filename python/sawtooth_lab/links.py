"""Addresses of the laboratory that open a run (contract 5.1), and the laboratory's pages within this package. Not here: what reads them."""

from __future__ import annotations

import base64
import zlib
from pathlib import Path
from typing import Union
from urllib.parse import parse_qsl

from ._json import as_text
from .errors import LinkError, SelectionError
from .runs import Run
from .scenario import Document, Scenario, text_of

__all__ = ["from_link", "laboratory", "link", "page_file"]

#: The pages, which `npm run build` makes and `node scripts/python-pages.mjs` puts here.
_STATIC = Path(__file__).parent / "static"

#: Bytes up to which an address may unpack.
_LIMIT = 1_000_000


def link(run: Union[Run, Document], base: Union[str, None] = None) -> str:
    """The address of the same run in the laboratory at `base`, such as `https://lab.example/`; without a base the part after `#`.

    `link(run, laboratory())` opens it in the laboratory that this package carries, without a network.
    """
    scenario = run.scenario if isinstance(run, Run) else run
    if base is not None:
        as_text("base", base)
    text = text_of(scenario).encode()
    if len(text) > _LIMIT:
        raise LinkError(f"the scenario has {len(text)} bytes. Allowed in an address: {_LIMIT}.")
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = base64.urlsafe_b64encode(squeeze.compress(text) + squeeze.flush()).rstrip(b"=").decode()
    field = f"s=1{packed}"
    return field if base is None else f"{base.split('#', 1)[0]}#{field}"


def laboratory() -> str:
    """The address of the laboratory as one file, which this package carries (`file:///.../sawtooth-laboratory.html`).

    >>> webbrowser.open(sl.link(run, sl.laboratory()))
    """
    return _static("sawtooth-laboratory.html").as_uri()


def page_file(lang: str) -> Path:
    """The widget's page in a language, one file."""
    names = {"en": "embed.html"} | {path.suffixes[0][1:]: path.name for path in sorted(_STATIC.glob("embed.*.html"))}
    if lang not in names:
        raise SelectionError("lang", lang, ", ".join(names))
    return _static(names[lang])


def _static(name: str) -> Path:
    path = _STATIC / name
    if not path.exists():
        raise FileNotFoundError(
            f"this build of sawtooth-lab has no pages ({name} is missing). In a clone, build them first: `npm run build && "
            "node scripts/python-pages.mjs`, then the package."
        )
    return path


def from_link(url: str) -> Scenario:
    """The scenario that an address of the laboratory opens: of its field `s`, or of its `preset`."""
    try:
        fields = dict(parse_qsl(as_text("url", url).split("#", 1)[-1], keep_blank_values=True))
    except SelectionError as error:
        raise LinkError(str(error)) from None
    except ValueError:
        raise LinkError("the address is damaged: it has too many fields") from None
    if "s" in fields:
        return Scenario.parse(_unpacked(fields["s"]))
    if "preset" in fields:
        return Scenario.preset(fields["preset"])
    raise LinkError("the address has neither `s=` nor `preset=` after its `#`")


def _unpacked(field: str) -> str:
    version, packed = field[:1], field[1:]
    damaged = LinkError("the address is damaged: its scenario cannot be read; perhaps its end is missing")
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raise damaged from None
    if version == "1":
        stream = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            data = stream.decompress(data, _LIMIT + 1)
        except zlib.error:
            raise damaged from None
        if not stream.eof and len(data) <= _LIMIT:
            raise damaged
    elif version != "0":
        raise LinkError(
            f"the address has the encoding {version!r}. Allowed: 0 and 1; a newer version of this package may read it"
        )
    if len(data) > _LIMIT:
        raise LinkError(f"the scenario in the address has more than {_LIMIT} bytes")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise damaged from None
