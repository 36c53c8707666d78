// Why the server did not do what it was asked for, in the reader's language.
import { say } from '../languages/language.svelte.ts';
import { rejectionWords } from '../languages/rejections.ts';
import { ServerError } from '../online/api.ts';

export function problemWords(error: unknown): string {
  return error instanceof ServerError ? rejectionWords(error.code, error.message) : say('problem.server');
}
