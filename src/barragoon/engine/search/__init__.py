"""Searching: what is asked, the thread that answers, following it, the compiled core, dividing time."""
