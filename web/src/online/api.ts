// Requests to the server, apart from playing: one's identity, lists of games, opening and joining them.
import { freshId } from '../browser/fresh_id.ts';
import type {
  Access,
  ColourChoice,
  GameList,
  Join,
  Me,
  NewGame,
  PersonalLink,
  Problem,
  Session,
  SessionList,
  State,
  Terms,
} from './messages.ts';

const ROOT = '/api/v1';

/** The server rejected the request, and says why; `code` is its word for programs, '' where it could not be reached. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

let me: Promise<Me> | undefined;

async function request<T>(method: string, path: string, body?: unknown, csrf = ''): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (csrf !== '') headers['X-CSRF-Token'] = csrf;
  const init: RequestInit = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  let response: Response;
  try {
    response = await fetch(ROOT + path, init);
  } catch {
    throw new ServerError('', 'the server can’t be reached');
  }
  if (response.status === 204) return undefined as T;
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('json')) throw new ServerError('', `the server answered ${response.status}`);
  const answer = (await response.json()) as T | Problem;
  if (response.ok) return answer as T;
  const { code, sentence } = answer as Problem;
  throw new ServerError(code, sentence);
}

/** The identity of this browser; a new one if it has none. */
export function identity(): Promise<Me> {
  me ??= request<Me>('POST', '/players', {}).catch((error: unknown) => {
    me = undefined;
    throw error;
  });
  return me;
}

async function write<T>(method: string, path: string, body: unknown = {}): Promise<T> {
  const attempt = async (): Promise<T> => request<T>(method, path, body, (await identity()).csrf);
  try {
    return await attempt();
  } catch (error) {
    if (!hasCode(error, 'csrf')) throw error;
    me = undefined; // another tab became somebody else
    return attempt();
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof ServerError && error.code === code;
}

async function read<T>(path: string): Promise<T> {
  await identity();
  return request<T>('GET', path);
}

export async function rename(name: string): Promise<Me> {
  const renamed = await write<Me>('PATCH', '/me', { name }).catch((error: unknown) => {
    throw hasCode(error, 'malformed') ? new ServerError('bad_name', (error as ServerError).message) : error;
  });
  me = Promise.resolve(renamed);
  return renamed;
}

/** Becomes the player of a personal link. */
export async function resume(key: string): Promise<Me> {
  await identity();
  const resumed = await write<Me>('POST', '/me/resume', { key });
  me = Promise.resolve(resumed);
  return resumed;
}

export const personalLink = (): Promise<PersonalLink> => write('POST', '/me/link');
/** The devices on which this person is signed in, the last used first. */
export const sessions = async (): Promise<readonly Session[]> => (await read<SessionList>('/me/sessions')).sessions;
export const endSession = (id: string): Promise<void> => write('DELETE', `/me/sessions/${id}`);
/** The personal link becomes invalid with them. */
export const endOtherSessions = (): Promise<void> => write('DELETE', '/me/sessions');
/** The newest, or those after the cursor that an earlier list gave as `next`. */
export const myGames = (before?: string): Promise<GameList> =>
  read(before === undefined ? '/me/games' : `/me/games?before=${encodeURIComponent(before)}`);
export const lobby = (): Promise<GameList> => read('/lobby');
export const watchable = (): Promise<GameList> => read('/games');
export const gameState = (game: string): Promise<State> => read(`/games/${game}`);

/** The request to open a game whose answer has not come: sent again, it opens no second one. */
let unanswered: { readonly id: string; readonly asked: string } | null = null;

export async function openGame(terms: Terms, colour: ColourChoice, access: Access): Promise<State> {
  const asked = JSON.stringify([terms, colour, access]);
  if (unanswered?.asked !== asked) unanswered = { id: freshId(), asked };
  const { id } = unanswered;
  const body: NewGame = { terms, colour, access, id };
  const forget = (): void => {
    if (unanswered?.id === id) unanswered = null;
  };
  const state = await write<State>('POST', '/games', body).catch((error: unknown) => {
    if (!hasCode(error, '')) forget(); // the server has answered: it opened nothing
    throw error;
  });
  forget();
  // It was opened so long ago that it waits no longer.
  return state.standing.status === 'withdrawn' ? openGame(terms, colour, access) : state;
}

export function join(game: string, key: string | null): Promise<State> {
  const body: Join = { id: freshId(), key };
  return write('POST', `/games/${game}/join`, body);
}

/** The file of a game that the server keeps. */
export const fileAddress = (game: string): string => `${ROOT}/games/${game}/bgn`;

export function socketAddress(game: string, since: number | null): string {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return `${scheme}//${location.host}${ROOT}/games/${game}/socket${since === null ? '' : `?since=${since}`}`;
}
