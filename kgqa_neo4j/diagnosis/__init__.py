"""What `kgqa doctor` checks, and the models in use."""
