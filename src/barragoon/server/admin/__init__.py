"""What operators do: one set of operations, run by the server itself or by ``barragoon admin`` on a store it opened."""
