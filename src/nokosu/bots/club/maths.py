"""exp and whole powers that give the same bits on every machine, as in the kernel (kernel/base/maths.hpp).

Every system's mathematics library rounds a little differently. The club player must not: it plays the same on a device,
at a server and in the kernel.
"""

from __future__ import annotations

from math import inf, ldexp
from typing import Final

_ROUND: Final = float(3 << 51)
"""Adding it leaves no fraction."""
_PER_LN2: Final = float.fromhex("0x1.71547652b82fep0")
_LN2: Final = float.fromhex("0x1.62e42fefa38p-1")
_LN2_REST: Final = float.fromhex("0x1.ef35793c7673p-45")
_C2, _C3, _C4, _C5, _C6, _C7 = 1 / 2, 1 / 6, 1 / 24, 1 / 120, 1 / 720, 1 / 5040
_C8, _C9, _C10, _C11, _C12, _C13 = 1 / 40320, 1 / 362880, 1 / 3628800, 1 / 39916800, 1 / 479001600, 1 / 6227020800


def exponential(x: float) -> float:
    """E to the x, within two units in the last place."""
    if x <= -708.0:
        return 0.0
    if x > 709.0:
        return inf
    k = (x * _PER_LN2 + _ROUND) - _ROUND
    r = (x - k * _LN2) - k * _LN2_REST
    r2 = r * r
    r4 = r2 * r2
    low = (1.0 + r) + r2 * (_C2 + r * _C3)
    middle = (_C4 + r * _C5) + r2 * (_C6 + r * _C7)
    high = (_C8 + r * _C9) + r2 * (_C10 + r * _C11)
    return ldexp(low + r4 * (middle + r4 * (high + r4 * (_C12 + r * _C13))), int(k))


def power(base: float, n: int) -> float:
    """Return a whole power, n >= 0."""
    result = 1.0
    while n > 0:
        if n & 1:
            result *= base
        base *= base
        n >>= 1
    return result
