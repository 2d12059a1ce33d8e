"""People: accounts, sessions, passkeys and the data kept about them."""
