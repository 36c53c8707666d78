"""The HTTP routes; ``docs/protocol.md`` lists them all."""
