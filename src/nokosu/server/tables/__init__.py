"""Tables on a server: what their logs say, what may be asked of them, and who listens."""
