// The levels of the face trainer.
export const TRAINER_LEVELS = [1, 2, 3, 4, 5, 6] as const;
export type TrainerLevel = (typeof TRAINER_LEVELS)[number];
