"""The game in the libraries that researchers use: one file per library (docs/research.md).

Each needs the compiled kernel and the extra of its name: `pip install 'nokosu[pettingzoo]'`.
"""
