"""The systems that have a wheel with the kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Format = Literal["ELF", "Mach-O", "PE"]


@dataclass(frozen=True, slots=True)
class Target:
    """One system: what Zig calls it, what pip calls it, and how its libraries are named."""

    name: str
    triple: str
    tag: str
    format: Format
    library: str = "_kernel.abi3.so"
    link: tuple[str, ...] = ()


_ELF: Final = ("-Wl,--build-id=none",)
_MACOS: Final = ("-Wl,-undefined,dynamic_lookup",)

TARGETS: Final = (
    Target("linux-x86_64", "x86_64-linux-gnu.2.17", "manylinux_2_17_x86_64", "ELF", link=_ELF),
    Target("linux-aarch64", "aarch64-linux-gnu.2.17", "manylinux_2_17_aarch64", "ELF", link=_ELF),
    Target("musl-x86_64", "x86_64-linux-musl", "musllinux_1_2_x86_64", "ELF", link=_ELF),
    Target("musl-aarch64", "aarch64-linux-musl", "musllinux_1_2_aarch64", "ELF", link=_ELF),
    Target("macos-arm64", "aarch64-macos.11.0", "macosx_11_0_arm64", "Mach-O", link=_MACOS),
    Target("macos-x86_64", "x86_64-macos.10.15", "macosx_10_15_x86_64", "Mach-O", link=_MACOS),
    Target("windows-x86_64", "x86_64-windows-gnu", "win_amd64", "PE", library="_kernel.pyd"),
)


def target(name: str) -> Target:
    """Return a target by its name. Raises KeyError for an unknown one."""
    return {each.name: each for each in TARGETS}[name]
