"""The checks of `kgqa doctor`, and the models in use."""
