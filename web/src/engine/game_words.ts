// Made from the Python library by tools/make_game_words.py; change that, not this file.

/** Why a game is over. */
export type Reason =
  | 'no tiles'
  | 'blocked'
  | 'express rule'
  | 'resignation'
  | 'time'
  | 'dead position'
  | 'repetition'
  | 'inescapable repetition'
  | 'agreement';

/** The rule that an action breaks. */
export type Rule =
  | 'game_over'
  | 'placement_due'
  | 'no_placement_due'
  | 'square_taken'
  | 'no_tile'
  | 'not_your_tile'
  | 'wrong_distance'
  | 'own_tile'
  | 'short_capture'
  | 'two_takes_all_turns'
  | 'tile_in_the_way'
  | 'face_blocks'
  | 'already_turned'
  | 'touched'
  | 'repetition';

/** What a move does. */
export type MoveKind = 'short' | 'full' | 'takes tile' | 'takes barragoon';

/** What a player does, or what happens to one, besides acting. */
export type PlayerEvent =
  | 'offer_draw'
  | 'claim_repetition'
  | 'accept_draw'
  | 'decline_draw'
  | 'resign'
  | 'lose_on_time';
