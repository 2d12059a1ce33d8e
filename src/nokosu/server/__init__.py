"""Tables for people: lobby, tables on sockets, store, sessions, limits."""
