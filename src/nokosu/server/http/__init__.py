"""The server's addresses, by subject. nokosu.wire.endpoints lists them all."""
