"""Puts compiled kernels into the wheel where `python -m bench.wheel` asks for it; hatchling runs this in every build.

`LIONLEAP_KERNELS` is the folder, `LIONLEAP_KERNELS_REQUIRE` the exact requirement that its code needs. Without the
former the wheel is a plain one for every Python, which compiles when it is started for the first time.
"""

import os
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class KernelHook(BuildHookInterface):  # type: ignore[misc]
    """See the module."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the kernels, and say which Python, system and numba they are for."""
        folder = os.environ.get("LIONLEAP_KERNELS", "")
        if not folder or version == "editable":
            return
        python = f"cp{sys.version_info.major}{sys.version_info.minor}"
        build_data["force_include"][folder] = "_lionleap/kernels"
        build_data["pure_python"] = False
        build_data["tag"] = f"{python}-{python}-linux_x86_64"
        build_data["dependencies"].append(os.environ["LIONLEAP_KERNELS_REQUIRE"])
