"""Messages between an authority and its players: views, events, help. Nothing else has a codec."""
