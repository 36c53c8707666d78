// Short wooden sounds, made rather than loaded: a knock is a few damped tones and a click of noise.
type Wood = 'move' | 'capture' | 'place' | 'end';

/** Pitch in hertz, how long it rings in seconds, how loud. */
const WOODS: Readonly<Record<Wood, readonly (readonly [number, number, number])[]>> = {
  move: [
    [420, 0.07, 0.5],
    [980, 0.03, 0.25],
  ],
  capture: [
    [300, 0.1, 0.7],
    [760, 0.05, 0.4],
  ],
  place: [
    [240, 0.12, 0.7],
    [610, 0.05, 0.3],
  ],
  end: [
    [330, 0.25, 0.5],
    [495, 0.3, 0.35],
  ],
};

let context: AudioContext | undefined;

export function playSound(wood: Wood): void {
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    const { destination } = context;
    for (const [pitch, ring, loudness] of WOODS[wood]) {
      const tone = context.createOscillator();
      const volume = context.createGain();
      tone.type = 'triangle';
      tone.frequency.setValueAtTime(pitch * 1.15, now);
      tone.frequency.exponentialRampToValueAtTime(pitch, now + 0.015);
      volume.gain.setValueAtTime(loudness * 0.35, now);
      volume.gain.exponentialRampToValueAtTime(0.0001, now + ring);
      tone.connect(volume).connect(destination);
      tone.start(now);
      tone.stop(now + ring);
    }
  } catch {
    // No sound here; nothing is lost.
  }
}
