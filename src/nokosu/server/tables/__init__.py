"""Tables on a server: their logs, their commands and their subscribers."""
