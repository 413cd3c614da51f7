import { describe, expect, it } from 'vitest';
import { canonicalJson, isDealGenuine } from './commitment';

// made by nodarium.record.commitment
const deal = { tiles: ['é', 3, true, null], b: { y: 1.5, a: 'x' }, empty: [] };
const sha256 = '699d9e235686c8715840f170384af15ae75996f04a15867506cc048bc3754f68';

describe('canonicalJson', () => {
  it('sorts keys at every depth and writes no spaces', () => {
    expect(canonicalJson(deal)).toBe('{"b":{"a":"x","y":1.5},"empty":[],"tiles":["é",3,true,null]}');
  });
});

describe('isDealGenuine', () => {
  const commitment = { sha256, salt: 'salt' };
  const check = (changes: object, published = sha256) =>
    isDealGenuine({ deal: deal as never, commitment, ...changes }, published);

  it('accepts the deal that the server committed to', async () => {
    expect(await check({})).toBe(true);
  });

  it('rejects another deal, salt or published digest', async () => {
    expect(await check({ deal: { ...deal, empty: [1] } })).toBe(false);
    expect(await check({ commitment: { sha256, salt: 'sugar' } })).toBe(false);
    expect(await check({}, '0'.repeat(64))).toBe(false);
  });
});
