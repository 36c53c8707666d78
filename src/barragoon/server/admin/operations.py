"""Which function carries out which request: the same ones over the admin socket and on a store opened directly."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from barragoon.server.admin import audit, backup, games, players, requests, roll, server_state, tokens
from barragoon.server.admin.parts import Parts, Result
from barragoon.server.admin.requests import AnyRequest, Request

Operation = Callable[[Parts, Any], Awaitable[Result]]


async def carry_out(parts: Parts, request: AnyRequest) -> Result:
    """Do what an operator asks for; raises an :class:`~barragoon.server.admin.parts.AdminError` if that can't be."""
    return await _OPERATIONS[type(request)](parts, request)


_OPERATIONS: Mapping[type[Request], Operation] = {
    requests.FindPlayers: players.find_players,
    requests.ShowPlayer: players.show_player,
    requests.RenamePlayer: players.rename,
    requests.MutePlayer: players.mute,
    requests.UnmutePlayer: players.unmute,
    requests.ClosePlayer: players.close,
    requests.OpenPlayer: players.open_again,
    requests.ListTokens: tokens.list_tokens,
    requests.RevokeTokens: tokens.revoke,
    requests.FindGames: games.find_games,
    requests.ShowGame: games.show_game,
    requests.CloseGame: games.close,
    requests.AbortGame: games.abort,
    requests.AnnulGame: games.annul,
    requests.ListAudit: audit.list_audit,
    requests.ListNodes: server_state.list_nodes,
    requests.RollNodes: roll.roll,
    requests.ListLeases: server_state.list_leases,
    requests.ShowBreaker: server_state.show_breaker,
    requests.ResetBreaker: server_state.reset_breaker,
    requests.RenewSecret: server_state.renew_secret,
    requests.ListFeatures: server_state.list_features,
    requests.LimitFeatures: server_state.limit_features,
    requests.AllowFeatures: server_state.allow_features,
    requests.Backup: backup.back_up,
    requests.NoteBackup: backup.note_backup,
}
