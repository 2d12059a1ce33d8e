"""Commands that look after a server's store are tried with both kinds of it."""

from tests.server.conftest import fresh_postgres, postgres_url, where

__all__ = ["fresh_postgres", "postgres_url", "where"]
