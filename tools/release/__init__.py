"""Makes a release: `python -m tools.release VERSION`, which `make release` calls.

- `targets`, `cross`, `stable_abi`: the kernel for every system, compiled by Zig on Python's stable ABI
- `symbols`: what a library asks of its system, read from ELF, Mach-O and PE
- `wheels`, `application`: wheels per system out of the pure one, and the zipapp
- `changelog`, `notes`, `trials`: what a release says of itself, and how each artefact is tried in a clean place
"""
