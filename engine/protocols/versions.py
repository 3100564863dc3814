"""What the kernels were compiled with, and where they are kept."""

import platform
import sys

import llvmlite
import llvmlite.binding
import numba
import numpy

from engine.jit import cache_folder, kernel_digest
from engine.protocols.about import NAME, VERSION


def versions() -> list[str]:
    """Return lines for a bug report."""
    features = llvmlite.binding.get_host_cpu_features()
    wide = [name for name in ("popcnt", "bmi2", "avx2", "avx512f") if features.get(name)]
    return [
        f"{NAME} {VERSION}, kernels {kernel_digest()}",
        f"Python {sys.version.split()[0]} ({platform.python_implementation()}) on {platform.platform(terse=True)}",
        f"numba {numba.__version__}, llvmlite {llvmlite.__version__}, numpy {numpy.__version__}",
        f"processor {llvmlite.binding.get_host_cpu_name()}, features {' '.join(wide) or 'none of those asked for'}",
        f"compiled code in {cache_folder() or 'no folder: none could be written'}",
    ]
