"""The pages, one module each; a module's ``ROUTES`` are taken into the application."""
