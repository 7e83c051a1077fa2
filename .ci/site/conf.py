"""How Sphinx makes the documentation's site of the staged pages; .ci/site/build runs it."""

project = "assay"
copyright = "the authors of assay"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
myst_enable_extensions = ["attrs_block"]
# Links such as Reports.md#the-page: anchors of headings as code hosts make them.
myst_heading_anchors = 4
highlight_language = "none"
# The arrows of the adapter protocol are no JSON.
suppress_warnings = ["misc.highlighting_failure", "myst.header"]
html_theme = "furo"
html_title = "assay"
html_show_sphinx = False
html_show_sourcelink = False
html_copy_source = False
# Summaries are fetched, which a page that was opened from a file may not do; the search itself works without.
html_show_search_summary = False
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme_options = {"top_of_page_buttons": []}
# Backquotes in our prose are code as it stands: no dashes, no quotation marks of a printer.
smartquotes = False
