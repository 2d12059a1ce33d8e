"""The table as characters: pure functions from what is shown to a grid of cells. Nothing here knows Textual."""
