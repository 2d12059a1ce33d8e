"""The terminal client: a match in words, line by line. It sees views, events and help, like any other client."""
