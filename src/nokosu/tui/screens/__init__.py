"""The full-screen game: a Textual application over the painter, the model and a connection to a table."""
