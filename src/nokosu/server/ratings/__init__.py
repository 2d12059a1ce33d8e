"""Ratings by results: the model, the order in which matches count, and the figures that are stored."""
