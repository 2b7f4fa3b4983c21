"""Pictures: a canvas of plain shapes, and the writers that turn it into SVG, PNG and animations.

A family fills a ``Canvas`` and writes a text board; a ``Picture`` holds both. Knows no puzzle.
"""
