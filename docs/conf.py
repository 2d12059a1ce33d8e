"""The documentation site: `make docs`. Warnings are errors."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import nokosu
from tools import docs_site

project = "Nokosu Dice"
author = "The Nokosu Dice developers"
version = release = nokosu.__version__
html_title = "Nokosu Dice"
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["images/README.md"]
# As GitHub names headings, so that links work in both places.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]

# A grammar may use words that the highlighter does not know; it is shown without colours then.
suppress_warnings = ["misc.highlighting_failure"]

# Docstrings are read in a terminal too: one backtick is code there.
default_role = "code"
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_favicon = "../web/public/icon.svg"
pygments_dark_style = "monokai"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme_options = {"source_view_link": "", "footer_icons": []}


setup = docs_site.setup
