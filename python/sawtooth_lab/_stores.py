"""Where the finished runs of a sweep are kept: a folder, or objects at an address of fsspec. Not here: who computes them (`sweeps`), the
lines of their rows and the checks of them, which are the engine's."""

from __future__ import annotations

import os
import secrets
import time
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Union
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from . import _engine
from ._json import as_place
from .errors import StoreError

__all__ = ["Kept"]

TABLE = "results.parquet"

#: Seconds for which finished rows may wait before they are written as an object, and bytes of them.
WAIT_S = 10.0
WAIT_BYTES = 1 << 23
#: Objects that are read at once.
AT_ONCE = 16


class Kept:
    """The finished runs of a sweep. They are always in a folder of this machine, which has the command's format and is locked: the store
    itself if it is a folder, else one that is removed in the end."""

    def __init__(self, sweep: _engine.Sweep, place: Union[str, PathLike[str], None], force: bool, read: list[Path]) -> None:
        self._temporary: Union[TemporaryDirectory[str], None] = None
        folder = _folder(place)
        # First, so that an address that cannot be used is refused before anything else.
        self._objects = _Objects(str(place)) if folder is None and place is not None else None
        if folder is None:
            self._temporary = TemporaryDirectory(prefix="sawtooth-")
            folder = Path(self._temporary.name)
        self._folder = folder.absolute()
        if self._folder.is_file():
            raise StoreError(f"the store {str(place)!r} is a file. Allowed: a folder, or an address of fsspec.")
        table = self._folder / TABLE
        if table.exists() and any(table.samefile(other) for other in read):
            raise StoreError(f"{table} is read for this sweep, whose table would replace it. Allowed: another store.")
        try:
            self.store = _engine.Store(sweep, self._folder, self._folder / TABLE, force)
            if self._objects is not None:
                self._objects.read(self.store, force)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Kept:
        return self

    def __exit__(
        self, kind: Union[type[BaseException], None], error: Union[BaseException, None], at: Union[TracebackType, None]
    ) -> None:
        self.close()

    def close(self) -> None:
        """Unlocks the folder, or removes it if it is a temporary one."""
        if hasattr(self, "store"):
            self.store.close()
        if self._temporary is not None:
            self._temporary.cleanup()

    def add(self, spans: list[tuple[int, int]], rows: bytes) -> None:
        """Keeps the rows of these runs."""
        self.store.take(spans, rows, "rows of a worker")
        if self._objects is not None:
            self._objects.add(rows)

    def flush(self, *, only_due: bool = False) -> None:
        """Writes what waits, or only what has waited for long enough."""
        if self._objects is not None and (not only_due or self._objects.due()):
            self._objects.flush()

    def table(self) -> tuple[Union[str, None], Path, Union[TemporaryDirectory[str], None]]:
        """Writes the table: its place in the store, its file on this machine, and the temporary folder of the file, which is now the
        caller's to remove."""
        file = self._folder / TABLE
        draft = self._folder / f".{TABLE}.{secrets.token_hex(4)}.part"
        try:
            self.store.write(draft)
            os.replace(draft, file)
        finally:
            draft.unlink(missing_ok=True)
        place = None if self._temporary is not None else str(file)
        if self._objects is not None:
            place = self._objects.put(file)
        temporary, self._temporary = self._temporary, None
        return place, file, temporary


def _folder(place: Union[str, PathLike[str], None]) -> Union[Path, None]:
    """The folder that a place means; None for an address elsewhere, and for no place."""
    if place is None:
        return None
    text = as_place("store", place)
    if "://" not in text:
        try:
            return Path(text).expanduser()
        except RuntimeError:
            raise StoreError(f"the store {text!r} begins with the home of a user who is not known here.") from None
    try:
        parts = urlsplit(text)
    except ValueError as error:
        raise StoreError(f"the store {text!r} is not an address: {error}.") from None
    if parts.scheme not in ("file", "local"):
        return None
    if parts.netloc not in ("", "localhost"):
        raise StoreError(
            f"the store {text!r} is on the host {parts.netloc!r}. Allowed: a folder of this machine, such as {'file:///' + text.split('://', 1)[1]!r}."
        )
    return Path(url2pathname(unquote(parts.path)))


class _Objects:
    """Finished runs at an address of fsspec. Objects cannot grow, so rows wait for some seconds and then become an object of their own,
    which begins with the head of a sweep's finished runs. Its name is random, so that no writer overwrites another one's; and rows
    of one run are the same whoever computes them. So no lock is needed, and none is left behind."""

    def __init__(self, address: str) -> None:
        try:
            from fsspec.core import url_to_fs  # type: ignore[import-untyped,unused-ignore]
        except ImportError:
            raise ImportError(
                f"the store {address!r} is an address, which needs the package fsspec: pip install fsspec"
            ) from None
        self._address = address.rstrip("/")
        found: tuple[Any, str] = url_to_fs(self._address)
        self._files, root = found
        self._root = root.rstrip("/")
        self._head = b""
        self._waiting: list[bytes] = []
        self._bytes = 0
        self._since = time.monotonic()

    def read(self, store: _engine.Store, force: bool) -> None:
        """Adds the finished runs of all objects to the store. A table without any is not replaced, unless by force."""
        self._head = store.head()
        folder = f"{self._root}/finished"
        self._files.invalidate_cache()
        try:
            names = sorted(name for name in self._files.ls(folder, detail=False) if name.endswith(".jsonl"))
        except FileNotFoundError:
            names = []
        if not names and not force and self._files.exists(f"{self._root}/{TABLE}"):
            raise StoreError(_engine.occupied(f"{self._address}/{TABLE}"))
        for start in range(0, len(names), AT_ONCE):
            texts: dict[str, bytes] = self._files.cat(names[start : start + AT_ONCE])
            for name, text in sorted(texts.items()):
                store.join(text, f"{self._address}/finished/{name.rsplit('/', 1)[-1]}")

    def add(self, rows: bytes) -> None:
        if not self._waiting:
            self._since = time.monotonic()
        self._waiting.append(rows)
        self._bytes += len(rows)
        if self._bytes >= WAIT_BYTES or self.due():
            self.flush()

    def due(self) -> bool:
        """Whether rows have waited for long enough."""
        return time.monotonic() - self._since >= WAIT_S

    def flush(self) -> None:
        """Writes the waiting rows as an object."""
        if not self._waiting:
            return
        folder = f"{self._root}/finished"
        # Where there are folders, they must be there first.
        self._files.makedirs(folder, exist_ok=True)
        self._files.pipe_file(f"{folder}/{secrets.token_hex(12)}.jsonl", self._head + b"".join(self._waiting))
        self._waiting, self._bytes = [], 0

    def put(self, file: Path) -> str:
        """Copies the table and returns its address."""
        self._files.makedirs(self._root, exist_ok=True)
        self._files.put_file(str(file), f"{self._root}/{TABLE}")
        return f"{self._address}/{TABLE}"
