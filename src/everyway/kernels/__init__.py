"""What compiled code shares. Importing a module of this package loads numpy and the compiler."""
