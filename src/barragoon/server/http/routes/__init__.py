"""What the server answers at which address; ``docs/protocol.md`` lists it all."""
