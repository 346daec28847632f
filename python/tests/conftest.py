"""Shared by the tests: the documentation's example, the command `sawtooth`."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def command() -> Callable[..., str]:
    """Output of the command `sawtooth`: of the program that the Rust tests have built, or of the one that is named."""
    program = os.environ.get("SAWTOOTH")
    if program is None:
        # `npm test` names it; who works on the package alone may have no command.
        pytest.skip("SAWTOOTH does not name the command")

    def run(*arguments: str, code: int = 0) -> str:
        done = subprocess.run([program, *arguments], capture_output=True, text=True)
        assert done.returncode == code, done.stderr
        return done.stdout

    return run


@pytest.fixture
def document() -> dict[str, Any]:
    """Two flows for 10 s."""
    return {
        "schema": 1,
        "duration_s": 10,
        "bottleneck": {"rate_bps": 5e6, "queue": {"limit_packets": 40}, "loss": {"probability": 0.002}},
        "flows": [{"name": "a"}, {"name": "b", "algorithm": {"kind": "cubic"}, "start_s": 2}],
    }
