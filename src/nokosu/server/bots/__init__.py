"""Bots of the server: in processes of their own, with deadlines. Only those that the operator names are offered."""
