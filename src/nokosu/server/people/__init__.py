"""People: who they are, how they are recognised again, what is kept about them."""
