"""Learning environments on the native games (docs/env.md): for PettingZoo, Gymnasium and OpenSpiel.

Each has a version in its name. What a version shows and how it plays never changes: another set of planes would be
another version.

=====================  =========================================================================
``vector_v0``          many games at once, a Gymnasium vector environment (extra ``env``)
``aec_v0``             one game for two agents, a PettingZoo AEC environment (extra ``env``)
``against_v0``         one game against an opponent, a Gymnasium environment (extra ``env``)
``open_spiel_v0``      the OpenSpiel game ``python_barragoon_v0`` (extra ``openspiel``)
``agents``             random, greedy, the engine's levels, Monte Carlo tree search
=====================  =========================================================================
"""
