import { describe, expect, it } from 'vitest';
import { modulePath } from './qr-code';

const URL = 'https://example.org/tables/0123456789';
const QUIET_ZONE = 4;

/** Return the modules of a path as rows of bits. */
function modulesOf(text: string): number[][] {
  const { path, size } = modulePath(text);
  const rows = Array.from({ length: size }, () => Array<number>(size).fill(0));
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) rows[Number(y)]![Number(x)] = 1;
  return rows.slice(QUIET_ZONE, -QUIET_ZONE).map((row) => row.slice(QUIET_ZONE, -QUIET_ZONE));
}

const MASKS: ((row: number, column: number) => boolean)[] = [
  (y, x) => (y + x) % 2 === 0,
  (y) => y % 2 === 0,
  (_, x) => x % 3 === 0,
  (y, x) => (y + x) % 3 === 0,
  (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (y, x) => ((y * x) % 2) + ((y * x) % 3) === 0,
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
  (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
];

/** Decode a code of version 3 in bytes, level M, which has one block of data and nothing to correct. */
function decode(modules: number[][]): string {
  const size = modules.length;
  expect(size).toBe(29);
  const format = [0, 1, 2, 3, 4, 5, 7].map((x) => modules[8]![x]!).concat(modules[8]![8]!);
  const masked = [1, 0, 1, 0, 1, 0, 0, 0];
  const [, , high, middle, low] = format.map((bit, index) => bit ^ masked[index]!);
  const mask = MASKS[4 * high! + 2 * middle! + low!]!;
  const isFunction = (y: number, x: number) =>
    (y < 9 && x < 9) ||
    (y < 9 && x >= size - 8) ||
    (y >= size - 8 && x < 9) ||
    y === 6 ||
    x === 6 ||
    (Math.abs(y - (size - 7)) <= 2 && Math.abs(x - (size - 7)) <= 2);
  const bits: number[] = [];
  let isUpward = true;
  for (let right = size - 1; right > 0; right -= 2, isUpward = !isUpward) {
    if (right === 6) right -= 1; // the column of the timing pattern
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1])
        if (!isFunction(y, x)) bits.push(modules[y]![x]! ^ Number(mask(y, x)));
    }
  }
  const read = (start: number, length: number) => parseInt(bits.slice(start, start + length).join(''), 2);
  expect(read(0, 4)).toBe(4); // bytes
  const bytes = Array.from({ length: read(4, 8) }, (_, index) => read(12 + 8 * index, 8));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

describe('a QR code', () => {
  it('holds the text', () => {
    expect(URL.length).toBeLessThanOrEqual(42); // what version 3 holds
    expect(decode(modulesOf(URL))).toBe(URL);
  });

  it('has a quiet zone around it', () => {
    const { path, size } = modulePath(URL);
    const places = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
    expect(Math.min(...places)).toBe(QUIET_ZONE);
    expect(Math.max(...places)).toBe(size - QUIET_ZONE - 1);
  });
});
