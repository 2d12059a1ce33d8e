"""The same stores as the server's own tests have."""

from tests.server.conftest import fresh_postgres, postgres_url, where

__all__ = ["fresh_postgres", "postgres_url", "where"]
