"""The server's bots, in separate processes with deadlines. Only bots that the operator names are offered."""
