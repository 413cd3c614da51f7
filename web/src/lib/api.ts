/** The server over HTTP. What it refuses is thrown as a `Refused`, with a sentence for people. */
import type { components } from './wire';

type S = components['schemas'];
export type Scene = S['Scene'];
export type Shape = Scene['shapes'][number];
export type Panel = S['Panel'];
export type Path = S['Path'];
export type Frame = S['Frame'];
export type Now = S['Now'];
export type Table = S['Table'];
export type Seen = S['Seen'];
export type Answer = S['Answer'];
export type GameInfo = S['GameInfo'];
export type RuleInfo = S['RuleInfo'];
export type Diagram = S['Diagram'];
export type Listed = S['Listed'];
export type Lobby = S['Lobby'];
export type Log = S['Log'];
export type Told = S['Told'];
export type Me = S['Me'];
export type Person = S['Person'];
export type NewTable = S['NewTable'];
export type NewPlace = S['NewPlace'];
export type Player = S['nodarium.server.events.Player'];
export type Problem = S['Problem'];
export type Show = S['Show'];
export type Study = S['Study'];
export type GameRecord = S['Record'];
export type Clock = NonNullable<S['Terms']['clock']>;
export type Ask =
  | S['nodarium.server.wire.Move']
  | S['Sit']
  | S['Stand']
  | S['Abort']
  | S['Resign']
  | S['Propose']
  | S['Accept']
  | S['Decline']
  | S['Claim']
  | S['Say'];

export class Refused extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.sentence);
  }
}

export function get<T>(path: string): Promise<T> {
  return ask<T>(path);
}

export function post<T>(path: string, body: unknown): Promise<T> {
  return ask<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function ask<T>(path: string, how?: RequestInit): Promise<T> {
  const answer = await fetch(`/api/${path}`, how);
  const text = await answer.text();
  if (!answer.ok) {
    let problem: Problem;
    try {
      problem = JSON.parse(text) as Problem;
    } catch {
      problem = { code: 'fault', sentence: answer.statusText || String(answer.status) };
    }
    throw new Refused(problem, answer.status);
  }
  return (text ? JSON.parse(text) : null) as T;
}

const kept = new Map<string, Promise<unknown>>();

/** What does not change while the page is open is asked for once. */
export function once<T>(path: string): Promise<T> {
  let found = kept.get(path);
  if (!found) {
    found = get<T>(path);
    found.catch(() => kept.delete(path));
    kept.set(path, found);
  }
  return found as Promise<T>;
}

/** Another name for each request, so that one that is sent twice is carried out once. */
export function newRequest(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
