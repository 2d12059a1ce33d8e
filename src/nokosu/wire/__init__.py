"""What travels between an authority and whoever sits at its tables: views, events, help. Nothing else has a codec."""
