"""Puzzles: positions with exactly one right decision, made from matches, proved or judged, and shipped as one file."""
