"""What the tests share: the documentation's example."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def document() -> dict[str, Any]:
    """Two flows for 10 s."""
    return {
        "schema": 1,
        "duration_s": 10,
        "bottleneck": {"rate_bps": 5e6, "queue": {"limit_packets": 40}, "loss": {"probability": 0.002}},
        "flows": [{"name": "a"}, {"name": "b", "algorithm": {"kind": "cubic"}, "start_s": 2}],
    }
