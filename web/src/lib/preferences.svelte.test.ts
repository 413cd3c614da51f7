import { afterEach, describe, expect, it, vi } from 'vitest';
import { CHOICES, DEFAULTS, Preferences, readChoice, readVolume } from './preferences.svelte';

afterEach(() => vi.unstubAllGlobals());

/** Make the preferences of a browser that stores some values and whose system asks for something. */
function setUp(stored: Record<string, string> = {}, system: string[] = []) {
  const dataset: Record<string, string> = {};
  const style: Record<string, string> = {};
  const listeners: (() => void)[] = [];
  const setProperty = (name: string, value: string) => void (style[name] = value);
  vi.stubGlobal('document', { documentElement: { dataset, style: { setProperty } } });
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: system.some((wish) => query.includes(wish)),
    addEventListener() {},
  }));
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.push(listener));
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored[name] ?? null,
    setItem: (name: string, value: string) => void (stored[name] = value),
    removeItem: (name: string) => void delete stored[name],
  });
  const preferences = new Preferences();
  return {
    preferences,
    dataset,
    style,
    stored,
    changeInAnotherTab: () => listeners.forEach((tell) => tell()),
  };
}

describe('preferences', () => {
  it('have defaults, which follow the system', () => {
    const { preferences, dataset, style } = setUp();
    expect(preferences.theme).toBe('light');
    expect(preferences.hasMoreContrast).toBe(false);
    expect(preferences.volume).toBeGreaterThan(0);
    expect([preferences.isMuted, preferences.confirmsMoves, preferences.coordinates]).toEqual([
      false,
      false,
      true,
    ]);
    expect(dataset).toEqual({
      theme: 'light',
      contrast: 'normal',
      palette: 'standard',
      board: 'normal',
      handed: 'right',
      coordinates: 'on',
    });
    expect(style['--pace']).toBe('1');
    expect(setUp({}, ['color-scheme: dark', 'contrast: more']).dataset).toMatchObject({
      theme: 'dark',
      contrast: 'more',
    });
    expect(setUp({}, ['forced-colors: active']).dataset).toMatchObject({ contrast: 'more' });
  });

  it('are stored, shown on the root element, and reset', () => {
    const { preferences, dataset, style, stored } = setUp({}, ['color-scheme: dark']);
    preferences.set('theme', 'light');
    preferences.set('pace', 'slow');
    preferences.set('handed', 'left');
    preferences.volume = 0.2;
    expect(stored).toEqual({ theme: 'light', pace: 'slow', handed: 'left', volume: '0.2' });
    expect(dataset).toMatchObject({ theme: 'light', handed: 'left' });
    expect(style['--pace']).toBe('2');
    preferences.reset();
    expect(stored).toEqual({});
    expect(dataset).toMatchObject({ theme: 'dark', handed: 'right' });
    expect(style['--pace']).toBe('1');
  });

  it('never move anything if the system forbids motion', () => {
    const { preferences, style } = setUp({ pace: 'slow' }, ['reduced-motion']);
    expect([preferences.pace, preferences.isStill, style['--pace']]).toEqual([0, true, '0']);
  });

  it('survive damaged storage', () => {
    const damaged = { theme: '{"a', pace: '', board: 'enormous', volume: 'loud', muted: 'maybe' };
    const { preferences } = setUp(damaged);
    expect(preferences.theme).toBe('light');
    expect([preferences.pace, preferences.hasLargeBoard, preferences.isMuted]).toEqual([1, false, false]);
    for (const name of Object.keys(CHOICES) as (keyof typeof CHOICES)[])
      expect(readChoice(name, 'nonsense')).toBe(DEFAULTS[name]);
    for (const text of ['', ' ', '-1', '2', 'NaN', 'Infinity'])
      expect(readVolume(text)).toBe(readVolume(null));
    expect(readVolume('0')).toBe(0);
  });

  it('survive a browser that stores nothing', () => {
    const { preferences } = setUp();
    vi.stubGlobal('localStorage', undefined);
    preferences.set('pace', 'fast');
    expect(preferences.pace).toBe(0.5);
  });

  it('follow another tab', () => {
    const { preferences, stored, dataset, changeInAnotherTab } = setUp();
    stored.theme = 'dark';
    changeInAnotherTab();
    expect([preferences.theme, dataset.theme]).toEqual(['dark', 'dark']);
  });
});
