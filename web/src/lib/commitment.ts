/** Checks a deal against the digest that the server published before the game. */
import type { GameRecord } from './api';

/** Whether this browser can compute digests; it needs a secure connection. */
export function canVerify(): boolean {
  return crypto.subtle !== undefined;
}

/** Whether the record's deal fits its own commitment and the one published at the start. */
export async function isDealGenuine(
  { deal, commitment }: Pick<GameRecord, 'deal' | 'commitment'>,
  published: string | null | undefined,
): Promise<boolean> {
  const bytes = new TextEncoder().encode(canonicalJson({ deal, salt: commitment?.salt }));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const digest = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digest === commitment?.sha256 && digest === published;
}

/** Write JSON with sorted keys and no spaces, like the text that the server hashes. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value && typeof value === 'object') {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonicalJson(entry)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}
