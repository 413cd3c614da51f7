/** The server's HTTP API. A refused request throws an `ApiError` that holds the server's sentence.
 *
 * Each request names the reader's language, and the server answers in it.
 */
import { network } from './network.svelte';
import { currentLanguage, read, t, type Text } from './texts';
import type { components } from './wire';

type S = components['schemas'];
export type AccountInfo = S['AccountInfo'];
export type Answer = S['Answer'];
export type AuditEntry = S['AuditEntry'];
export type ApiToken = S['ApiToken'];
export type Diagram = S['Diagram'];
export type EventView = S['PublicEvent'];
export type Flight = S['Flight'];
export type Frame = S['Frame'];
export type GameAnalysis = S['GameAnalysis'];
export type Gallery = S['Gallery'];
export type GameCover = S['Cover'];
export type GalleryGame = S['GalleryGame'];
export type GameInfo = Omit<S['GameInfo'], 'options' | 'seat_titles'> & {
  seat_titles: readonly Text[];
  options: readonly OptionInfo[];
};
export type GameSymbol = S['Symbol'];
export type GameRecord = S['Record'];
export type Lobby = S['Lobby'];
export type LobbyChange = S['LobbyChange'];
export type Log = S['Log'];
export type LogEntry = S['LogEntry'];
export type Moment = S['Moment'];
export type ModeratedTable = S['ModeratedTable'];
export type ModeratedUser = S['ModeratedUser'];
export type NewReport = S['NewReport'];
export type NewSlot = S['NewSlot'];
export type NewTable = S['NewTable'];
export type NewUser = S['Me'];
export type Panel = S['Panel'];
export type Participant = S['Participant'];
export type Passkey = S['Passkey'];
export type Path = S['Path'];
export type OptionInfo = S['OptionInfo'] & { choice_titles: readonly Text[] };
export type OpenProposal = S['OpenProposal'];
export type Outcome = S['Outcome'];
export type PositionView = S['PositionView'];
export type Problem = S['Problem'];
export type Report = S['Report'];
export type Row = S['Row'];
export type RuleInfo = S['RuleInfo'] & { term?: string }; // an entry of the glossary has a term instead of an id
export type Scene = S['Scene'];
export type SceneDiff = S['SceneDiff'];
export type UserSession = S['Session'];
export type Shape = Scene['shapes'][number];
export type Snapshot = S['Snapshot'];
export type Target = S['Target'];
export type Token = S['Token'];
export type TableAction = S['TableAction'];
export type TableInfo = S['TableInfo'];
export type TableSummary = S['TableSummary'];
export type TimeControl = NonNullable<S['TableConfig']['clock']>;
export type User = S['User'];
export type UserAction = S['UserAction'];
export type SocketRequest = S['SocketRequest'];
export type TableRequest = S['TableRequest'];

export class ApiError extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(read(problem.message));
  }
}

/** Return the server's sentence for a refused request, and a general one for any other error. */
export function describeError(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return network.isOffline ? t('needs-network') : t('failed');
}

export function get<T>(path: string): Promise<T> {
  return fetchJson<T>(path);
}

/** Send something. With `keepalive`, it arrives even if the page is closing. */
export function post<T>(path: string, body: unknown, keepalive = false): Promise<T> {
  return fetchJson<T>(path, {
    method: 'POST',
    keepalive,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function fetchJson<T>(path: string, init: RequestInit = {}): Promise<T> {
  const headers = { ...init.headers, 'accept-language': currentLanguage() };
  let response: Response;
  try {
    response = await fetch(`/api/${path}`, { ...init, headers });
  } catch (error) {
    network.report(false);
    throw error;
  }
  if (response.headers.has('x-kept'))
    network.report(false); // by the service worker
  else if (!path.startsWith('games/')) network.report(true); // the browser's cache may have answered those
  const text = await response.text();
  if (!response.ok) {
    let problem: Problem;
    try {
      problem = JSON.parse(text) as Problem;
    } catch {
      problem = { code: 'internal-error', message: t('failed') };
    }
    throw new ApiError(problem, response.status);
  }
  return (text ? JSON.parse(text) : null) as T;
}

const cache = new Map<string, Promise<unknown>>();

/** Like `get`, but fetches each path only once. Use it for data that can't change while the page is open. */
export function getCached<T>(path: string): Promise<T> {
  let cached = cache.get(path);
  if (!cached) {
    cached = get<T>(path);
    cached.catch(() => cache.delete(path));
    cache.set(path, cached);
  }
  return cached as Promise<T>;
}

/** Return a random id. The server carries out a request once, even if it receives the same id twice. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
