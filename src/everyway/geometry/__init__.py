"""Boards, pieces, square names and symmetry groups, in any number of dimensions."""
