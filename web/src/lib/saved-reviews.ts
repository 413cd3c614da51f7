/** Reviews that this browser keeps for use without a network. They belong to one user and go when that user goes. */
import type { GameAnalysis, GameRecord, LogEntry, PositionView, Scene, TableInfo } from './api';
import { loadSetting, removeSetting, saveSetting } from './storage';

export interface SavedReview {
  record: GameRecord;
  table: TableInfo | null;
  log: LogEntry[];
  analysis: GameAnalysis | null;
  positions: Record<string, PositionView>; // by their query, such as `3?all_open=false`
}
export interface SavedEntry {
  path: string; // of the review
  game: string;
  players: string[];
  saved: number; // when, in milliseconds
}

/** A position that isn't among the saved ones. */
export class NotSaved extends Error {}

const CACHE = 'reviews';
const OWNER = 'reviewsOf';
const MAX_REVIEWS = 30;

/** Positions of one game share most of their shapes and panels, so each of these is stored once. */
interface Packed extends Omit<SavedReview, 'positions'> {
  entry: SavedEntry;
  parts: unknown[];
  positions: Record<string, Omit<PositionView, 'scene'> & { scene: PackedScene }>;
}
type PackedScene = Omit<Scene, 'shapes' | 'panels'> & { shapes: number[]; panels: number[] };

export function packPositions(positions: SavedReview['positions']): Pick<Packed, 'parts' | 'positions'> {
  const numbers = new Map<string, number>();
  const numberOf = (part: unknown) => {
    const text = JSON.stringify(part);
    if (!numbers.has(text)) numbers.set(text, numbers.size);
    return numbers.get(text)!;
  };
  const packed = Object.entries(positions).map(([key, { scene, ...rest }]) => {
    const shapes = scene.shapes.map(numberOf);
    return [key, { ...rest, scene: { ...scene, shapes, panels: scene.panels.map(numberOf) } }] as const;
  });
  const parts = [...numbers.keys()].map((text) => JSON.parse(text) as unknown);
  return { parts, positions: Object.fromEntries(packed) };
}

export function unpackPositions({
  parts,
  positions,
}: Pick<Packed, 'parts' | 'positions'>): SavedReview['positions'] {
  const unpacked = Object.entries(positions).map(([key, { scene, ...rest }]) => {
    const shapes = scene.shapes.map((number) => parts[number] as Scene['shapes'][number]);
    const panels = scene.panels.map((number) => parts[number] as Scene['panels'][number]);
    return [key, { ...rest, scene: { ...scene, shapes, panels } }] as const;
  });
  return Object.fromEntries(unpacked);
}

/** Save a review; the oldest ones make room. Some browsers and private windows can't. */
export async function saveReview(path: string, review: SavedReview): Promise<void> {
  try {
    const players = review.record.players.map(({ name }) => name);
    const entry: SavedEntry = { path, game: review.record.game, players, saved: Date.now() };
    const packed: Packed = { ...review, ...packPositions(review.positions), entry };
    const cache = await caches.open(CACHE);
    await cache.put(address(path), Response.json(packed));
    for (const old of (await listReviews()).slice(MAX_REVIEWS)) await cache.delete(address(old.path));
  } catch {
    // works without
  }
}

export async function loadReview(path: string): Promise<SavedReview | null> {
  const packed = await read(address(path));
  return packed && { ...packed, positions: unpackPositions(packed) };
}

/** Return all saved reviews, the newest first. */
export async function listReviews(): Promise<SavedEntry[]> {
  try {
    if (!(await caches.has(CACHE))) return []; // opening it would create it
    const requests = await (await caches.open(CACHE)).keys();
    const found = await Promise.all(requests.map(read));
    return found.flatMap((packed) => packed?.entry ?? []).sort((one, other) => other.saved - one.saved);
  } catch {
    return [];
  }
}

export async function forgetReviews(): Promise<void> {
  removeSetting(OWNER);
  if ('caches' in globalThis) await caches.delete(CACHE).catch(() => false);
}

/** Note who uses the page. Another user's reviews go. */
export async function setReviewOwner(userId: string | null): Promise<void> {
  const owner = loadSetting(OWNER);
  if (owner !== null && owner !== userId) await forgetReviews();
  if (userId !== null) saveSetting(OWNER, userId);
}

function address(path: string): string {
  return `/saved/${path}`;
}

async function read(request: string | Request): Promise<Packed | null> {
  try {
    const response = await caches.match(request, { cacheName: CACHE });
    return response ? ((await response.json()) as Packed) : null;
  } catch {
    return null; // damaged
  }
}
