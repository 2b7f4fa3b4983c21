"""What every puzzle, question, engine and answer is; imports nothing else of everyway."""
