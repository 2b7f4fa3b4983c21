"""How a question is answered: the engine chosen, its branches searched, the tallies combined."""
