// The boards of the rules page: what stands on them, and what may be tried.
import type { Crop } from '../../board/squares.ts';
import { openStart } from '../../engine/fen.ts';
import { START } from '../../engine/vocabulary.ts';

/** What a lesson asks for, where a turn can be right or wrong. */
export type Aim = 'crosses' | 'takes_tile' | 'takes_barragoon' | 'wins';

export interface Lesson {
  readonly fen: string;
  /** The ranks that matter; a tile stays on them. */
  readonly crop?: Crop;
  readonly aim?: Aim;
  /** White alone moves, turn after turn. */
  readonly alone?: boolean;
  readonly touchMove?: boolean;
  /** What has been played already. */
  readonly played?: readonly string[];
  /** Whether barragoons are to be placed, so that there must be room for the faces. */
  readonly places?: boolean;
  /** Whether White's express stage may be chosen. */
  readonly stages?: boolean;
}

const TO_AND_FRO = ['c2c3', 'e8e7', 'c3c2', 'e7e8'];

export const LESSONS = {
  board: { fen: START.fen },
  move: { fen: '7/7/7/1D5/4z2/4V2/7/2Z4/7 w - 22 00 1', alone: true, crop: [1, 7] },
  capture: { fen: '7/7/7/3d3/1x3z1/1x5/3V3/7/7 w - 20 00 1', alone: true, places: true, crop: [2, 7] },
  barragoon: { fen: '7/7/7/7/7/3e3/3^3/3V3/7 w - 22 00 1', alone: true, crop: [1, 6], aim: 'crosses' },
  tile_taken: { fen: '7/1d5/7/7/5z1/7/3V3/1Z5/7 w - 14 00 1', places: true, crop: [1, 8], aim: 'takes_tile' },
  barragoon_taken: {
    fen: '7/7/7/3x3/7/1+5/3D3/1Z5/7 w - 14 00 1',
    alone: true,
    places: true,
    crop: [1, 7],
    aim: 'takes_barragoon',
  },
  end: { fen: 'z+5/1+5/7/7/7/3x3/7/7/3D3 w - 12 00 1', places: true, aim: 'wins' },
  dead: { fen: '4+1z/4++1/5++/7/7/7/++5/1++4/Z1+4 w - 0 00 1' },
  repetition: {
    fen: '7/2d1z2/7/7/3x3/7/7/2Z1D2/7 w - 18 00 1',
    played: [...TO_AND_FRO, ...TO_AND_FRO, ...TO_AND_FRO],
  },
  express: { fen: '3v3/2d1z2/7/7/3x3/4Z2/7/x1D4/Zx5 w - 18 00 1', stages: true },
  open: { fen: openStart() },
  touch: {
    fen: '7/7/7/5z1/3x3/1D5/7/3V3/5Z1 w - 22 00 1',
    alone: true,
    touchMove: true,
    places: true,
    crop: [1, 7],
  },
} as const satisfies Record<string, Lesson>;

export type LessonName = keyof typeof LESSONS;
