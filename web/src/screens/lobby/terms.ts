// What was agreed on, in a few words.
import { say } from '../../languages/language.svelte.ts';
import type { Terms } from '../../online/messages.ts';

export function termsWords(terms: Terms): string {
  return termsList(terms).join(' · ');
}

export function termsList({ clock, variant, stages, touch_move }: Terms): readonly string[] {
  const words = [
    clock === null
      ? say('start.clock.none')
      : say('start.clock.minutes', { minutes: Math.round(clock.initial / 6) / 10, seconds: clock.increment }),
    variant === 'open' ? say('variant.open') : '',
    stages[0] + stages[1] > 0 ? `${say('start.express')} ${stages.join(':')}` : '',
    touch_move ? say('start.touch') : '',
  ];
  return words.filter((word) => word !== '');
}
