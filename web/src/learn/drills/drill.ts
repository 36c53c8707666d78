// The drills that there are.
export const DRILLS = ['door', 'faces', 'foot', 'ways', 'hanging', 'takes', 'stuck', 'stops'] as const;
export type Drill = (typeof DRILLS)[number];
