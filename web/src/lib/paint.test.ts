import { afterEach, describe, expect, it } from 'vitest';
import { paintFor, setLook, shadeFor, type Look, type Theme } from './paint';
import './preferences.svelte';

const THEMES: Theme[] = ['light', 'dark', 'night'];
const PLAIN: Look = { palette: 'standard', hasMoreContrast: false };

afterEach(() => setLook(() => PLAIN));

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('more contrast', () => {
  const more: Look = { palette: 'standard', hasMoreContrast: true };

  it.each(THEMES)('outlines cells, pieces, cards and marks clearly: %s', (theme) => {
    for (const style of [
      'cell',
      'cell red',
      'cell red dim',
      'piece seat-0',
      'card',
      'mark',
      'cell yellow seat-1',
    ]) {
      setLook(() => PLAIN);
      const before = paintFor(style, theme);
      setLook(() => more);
      const after = paintFor(style, theme);
      expect(contrast(after.stroke, after.fill), style).toBeGreaterThanOrEqual(3);
      expect(after.width, style).toBeGreaterThan(before.width);
      expect(after.fill, style).toBe(before.fill);
    }
  });

  it.each(THEMES)('lets spots and lines stand out from the board: %s', (theme) => {
    setLook(() => more);
    const board = paintFor('board', theme).fill;
    for (const style of ['spot', 'link', 'link seat-0'])
      expect(contrast(paintFor(style, theme).fill, board), style).toBeGreaterThanOrEqual(3);
    expect(contrast(paintFor('text dim', theme).fill, board)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('the colours that lie further apart', () => {
  it.each(THEMES)('replace those of seats, everywhere: %s', (theme) => {
    const before = [paintFor('piece seat-0', theme).fill, shadeFor('full', 'piece seat-1', theme)];
    setLook(() => ({ palette: 'distinct', hasMoreContrast: false }));
    const after = [paintFor('piece seat-0', theme).fill, shadeFor('full', 'piece seat-1', theme)];
    expect(after).not.toEqual(before);
  });
});
