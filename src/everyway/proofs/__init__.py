"""Proofs that others can check: a formula without solutions, and the steps that show it."""
