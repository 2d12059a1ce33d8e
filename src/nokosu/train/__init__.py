"""Training the network behind `neural`: self-play on the batched kernel (docs/champion.md). Needs PyTorch."""
