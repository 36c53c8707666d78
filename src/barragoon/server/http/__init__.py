"""Everything that is asked over plain HTTP: routes, identities, limits, errors, and the page's files."""
