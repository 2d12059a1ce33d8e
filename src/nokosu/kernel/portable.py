"""The kernel in WebAssembly, run by wasmtime: for machines without a compiler whose system has no wheel.

It is the file that browsers load (wasm/wasm.hpp), taken from the built web client, and answers the same requests. It
thinks in one thread and about half as fast as the native kernel; the same seed gives the same answer.
"""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from nokosu import kernel

if TYPE_CHECKING:
    import wasmtime

    from nokosu.kernel.requests import KernelRequest, Thinking

_T = TypeVar("_T")
_CLIENT: Final = Path(kernel.__file__).parents[1] / "server/static/assets"
_NAME: Final = "python-*/kernel.wasm.br"
_NEEDED: Final = ("wasmtime", "brotli")


class Refused(Exception):
    """What the kernel will not do, in its own words."""


def file() -> Path | None:
    """Return the compiled kernel, packed; None if the client was built without it."""
    return next(iter(sorted(_CLIENT.glob(_NAME))), None)


@cache
def available() -> bool:
    """Return whether the kernel can run this way. NOKOSU_NO_KERNEL=1 hides it too."""
    return os.environ.get("NOKOSU_NO_KERNEL") != "1" and file() is not None and all(map(find_spec, _NEEDED))


class Host:
    """One instance of the kernel."""

    def __init__(self, network: bytes) -> None:
        import brotli  # noqa: PLC0415  (an extra)
        import wasmtime  # noqa: PLC0415  (an extra)

        path = file()
        assert path is not None
        self._engine = wasmtime.Engine()
        self._module = wasmtime.Module(self._engine, brotli.decompress(path.read_bytes()))
        self._network = network
        self._start()

    def _start(self) -> None:
        import wasmtime  # noqa: PLC0415  (an extra)

        self._store = wasmtime.Store(self._engine)
        self._store.set_wasi(wasmtime.WasiConfig())
        linker = wasmtime.Linker(self._engine)
        linker.define_wasi()
        number = wasmtime.ValType.i32()
        linker.define_func("nokosu", "refused", wasmtime.FuncType([number, number], []), self._refuse)
        self._exports = linker.instantiate(self._store, self._module).exports(self._store)
        self._call("_initialize")
        self._write(self._network)
        self._call("nokosu_network")

    def think(self, asked: KernelRequest) -> bytes:
        """Return the kernel's answer. Raises Refused."""
        try:
            self._write(asked.data)
            self._call(f"nokosu_{asked.call}")
            return self._read(self._call("nokosu_answer"), 8 * self._call("nokosu_answer_size"))
        except BaseException:
            # Nothing was tidied up in there: begin again.
            self._start()
            raise

    def run(self, thinking: Thinking[_T]) -> _T:
        """Answer what a bot asks until it has decided."""
        try:
            asked = next(thinking)
            while True:
                asked = thinking.send(self.think(asked))
        except StopIteration as done:
            decided: _T = done.value
            return decided

    def _refuse(self, at: int, size: int) -> None:
        raise Refused(self._read(at, size).decode())

    def _write(self, data: bytes) -> None:
        self._memory.write(self._store, data, self._call("nokosu_room", len(data)))

    def _read(self, at: int, size: int) -> bytes:
        return bytes(self._memory.read(self._store, at, at + size))

    @property
    def _memory(self) -> wasmtime.Memory:
        import wasmtime  # noqa: PLC0415  (an extra)

        memory = self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        return memory

    def _call(self, name: str, *given: int) -> int:
        import wasmtime  # noqa: PLC0415  (an extra)

        function = self._exports[name]
        assert isinstance(function, wasmtime.Func)
        return int(function(self._store, *given) or 0)
