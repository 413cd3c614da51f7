import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatDate, formatPercent } from './formats';
import { splitRule } from './rule-links';
import {
  chooseLanguage,
  currentLanguage,
  formatList,
  languageName,
  LANGUAGES,
  loadServerTexts,
  loadTexts,
  PSEUDO,
  read,
  t,
  type Text,
} from './texts';

const SERVER: Record<string, string> = {
  en: `
places = { $seat } places a node on { $cell }
white = White
black = Black
gains = { $seat } gains { $count ->
    [one] { $count } cube
   *[other] { $count } cubes
}
won = { $winners } win: { $reason }
in-english-only = in English
`,
  de: `
places = { $seat } setzt einen Knoten auf { $cell }
white = Weiß
black = Schwarz
gains = { $seat } bekommt { $count ->
    [one] { $count } Würfel
   *[other] { $count } Würfel
}
won = { $winners } gewinnen: { $reason }
`,
  [PSEUDO]: `places = ⟦{ $seat } pláçés~~~ { $cell }⟧\nwhite = ⟦Whíté~~⟧\n`,
};

/** Use a language, with texts of a server. Return the languages that the server is asked for. */
async function use(language: string): Promise<string[]> {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const tag = url.replace('/api/texts/', '');
    requested.push(tag);
    return new Response(SERVER[tag] ?? '', { status: tag in SERVER ? 200 : 404 });
  });
  await loadTexts(language);
  await loadServerTexts();
  return requested;
}

afterEach(async () => {
  vi.unstubAllGlobals();
  await loadTexts('en');
});

describe('the language', () => {
  it('is the saved one, else the browser’s, else English', () => {
    expect(chooseLanguage('de', ['en-GB'])).toBe('de');
    expect(chooseLanguage('xx', ['fr-CH', 'de-CH', 'en'])).toBe('de');
    expect(chooseLanguage(null, ['fr'])).toBe('en');
    expect(chooseLanguage(PSEUDO, ['de'])).toBe(PSEUDO);
    expect(chooseLanguage(null, [PSEUDO])).toBe('en');
  });

  it('is offered by its own name', () => {
    expect(Object.fromEntries(LANGUAGES.map((tag) => [tag, languageName(tag)]))).toEqual({
      de: 'Deutsch',
      en: 'English',
    });
  });

  it('is the only one that is loaded', async () => {
    expect(await use('de')).toEqual(['de']);
    expect(currentLanguage()).toBe('de');
  });
});

describe('t', () => {
  it('formats arguments and plurals', async () => {
    expect(t('game-of', { game: 'Hex' })).toBe('A game of Hex');
    expect([1, 2].map((count) => t('game-count', { count }))).toEqual(['1 game', '2 games']);
    expect(t('welcome', { count: 4 })).toMatch(/^Four board games about networks\./);
    await use('de');
    expect([1, 2].map((count) => t('game-count', { count }))).toEqual(['1 Partie', '2 Partien']);
    expect(t('recovery-codes-left', { count: 0 })).toBe('Du hast keine.');
    expect(t('minutes-and-seconds', { minutes: 1, seconds: 5 })).toBe('1 Minute + 5 Sekunden');
  });

  it('shows a value that it does not know', () => {
    expect(t('level-name', { level: 'grandmaster' })).toBe('grandmaster');
  });

  it('gives guests a name of two words in every language', async () => {
    for (const language of LANGUAGES) {
      await loadTexts(language);
      const numbers = [0, 1, 2, 3, 4, 5, 6, 7];
      const names = numbers.flatMap((first) => numbers.map((second) => t('guest-name', { first, second })));
      expect(new Set(names).size).toBe(64);
      expect(names.every((name) => /^\p{L}+ \p{L}+$/u.test(name))).toBe(true);
    }
  });

  it('marks every text of the language for tests', async () => {
    await use(PSEUDO);
    expect(t('close')).toBe('⟦Çlósé~~⟧');
    expect(t('game-of', { game: 'Hex' })).toBe('⟦Á gámé óf ~~~Hex⟧');
    expect(t('game-count', { count: 2 })).toBe('⟦2 gámés~~⟧');
  });
});

describe('read', () => {
  it('leaves a string as it is', () => {
    expect(read('c4')).toBe('c4');
    expect(read('')).toBe('');
  });

  it('formats messages within messages', async () => {
    const move: Text = ['places', { seat: ['white', {}], cell: 'c4' }];
    await use('en');
    expect(read(move)).toBe('White places a node on c4');
    await use('de');
    expect(read(move)).toBe('Weiß setzt einen Knoten auf c4');
    await use(PSEUDO);
    expect(read(move)).toBe('⟦⟦Whíté~~⟧ pláçés~~~ c4⟧');
  });

  it('formats numbers in the language', async () => {
    await use('en');
    expect(read(['gains', { seat: 'Ann', count: 1 }])).toBe('Ann gains 1 cube');
    await use('de');
    expect(read(['gains', { seat: 'Ann', count: 1500 }])).toBe('Ann bekommt 1.500 Würfel');
  });

  it('joins lists with “and”, and alternatives with “or”', async () => {
    const won: Text = ['won', { winners: [['white', {}], ['black', {}], 'Ann'], reason: 'by points' }];
    const either: Text = ['core-any-of', { items: [['white', {}], 'c4'] }];
    await use('en');
    expect(read(won)).toBe('White, Black, and Ann win: by points');
    expect(
      read([
        'won',
        {
          winners: [
            ['white', {}],
            ['black', {}],
          ],
          reason: either,
        },
      ]),
    ).toBe('White and Black win: White or c4');
    expect(read(['won', { winners: ['Ann'], reason: [] }])).toBe('Ann win: ');
    await use('de');
    expect(read(won)).toBe('Weiß, Schwarz und Ann gewinnen: by points');
    expect(read(either)).toBe('Weiß oder c4');
  });

  it('asks an upgraded server for a message that it lacks, once', async () => {
    const requested = await use('de');
    const before = SERVER.de!;
    SERVER.de = `${before}\nnew-message = neu\n`;
    expect(read(['new-message', {}])).toBe('new-message');
    expect(read(['nowhere', {}])).toBe('nowhere');
    await vi.waitFor(() => expect(read(['new-message', {}])).toBe('neu'));
    expect(read(['nowhere', {}])).toBe('nowhere');
    expect(requested).toEqual(['de', 'de']);
    expect(t('nowhere')).toBe('nowhere');
    SERVER.de = before;
  });
});

describe('formats', () => {
  it('follow the language', async () => {
    const noon = Date.UTC(2026, 10, 18, 12);
    expect(formatPercent(0.125)).toBe('13%');
    expect(formatList(['a', 'b'])).toBe('a and b');
    await use('de');
    expect(formatPercent(0.125)).toMatch(/^13\s%$/);
    expect(formatList(['a', 'b'])).toBe('a und b');
    expect(formatDate(noon)).toBe('18.11.2026');
  });
});

describe('splitRule', () => {
  it('finds the rule at the end, in the language for tests too', () => {
    expect(splitRule('White wins: connected (O-10)')).toEqual({
      text: 'White wins: connected',
      rule: 'O-10',
    });
    expect(splitRule('⟦Whíté wíñs~~: ⟦çóññéçtéd (O-10)⟧⟧')).toEqual({
      text: '⟦Whíté wíñs~~: ⟦çóññéçtéd⟧⟧',
      rule: 'O-10',
    });
    expect(splitRule('White wins')).toEqual({ text: 'White wins', rule: '' });
  });
});
