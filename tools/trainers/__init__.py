"""Programs that make the weights of bots from self-play. They compile the kernel's sources, so they need a checkout."""
