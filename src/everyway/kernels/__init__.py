"""What compiled code shares. All but ``processor`` load numpy and the compiler when imported."""
