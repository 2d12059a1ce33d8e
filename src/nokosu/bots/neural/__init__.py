"""The network that taught itself the game: its inputs, its weights and the players that use it (docs/champion.md)."""
