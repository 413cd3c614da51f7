/** Every language has every text, the code uses every text, and no text is in the code. */
import { FluentResource } from '@fluent/bundle';
import { describe, expect, it } from 'vitest';

const MAX_COMPRESSED_BYTES = 25_000;
const files = import.meta.glob<string>('./*.ftl', { query: '?raw', import: 'default', eager: true });
const catalogues = Object.entries(files).map(([path, text]) => ({
  language: path.slice(2, -'.ftl'.length),
  text,
  args: argumentsOf(text),
}));
const english = catalogues.find(({ language }) => language === 'en')!;
const others = catalogues.filter((catalogue) => catalogue !== english);
const code = import.meta.glob<string>(['../**/*.svelte', '../**/*.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const sources = Object.entries(code).filter(
  ([path]) => !/\.test\.ts$|\/test\/|\/(wire|texts)\.ts$/.test(path),
);

/** Return the arguments of each message, by its id. */
function argumentsOf(text: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { id, value } of new FluentResource(text).body) found[id] = [...variables(value)].sort();
  return found;
}

function variables(part: unknown, names = new Set<string>()): Set<string> {
  if (typeof part !== 'object' || part === null) return names;
  if ('type' in part && part.type === 'var' && 'name' in part) names.add(String(part.name));
  for (const inner of Object.values(part)) variables(inner, names);
  return names;
}

/** Return the ids and the names of the arguments in each call `t('id', { name: … })`. */
function calls(source: string): { id: string; args: string[] | null }[] {
  return [...source.matchAll(/(?<![\w.$])t\(\s*(?:'([^']*)'|([^)]*))/g)].map((match) => {
    const id = match[1] ?? `not literal: ${match[2]}`;
    const rest = source.slice(match.index + match[0].length).trimStart();
    if (!rest.startsWith(',')) return { id, args: [] };
    return { id, args: argumentNames(rest.slice(1).trimStart()) };
  });
}

/** Return the keys of an object literal at the start of a text; null if it isn't one. */
function argumentNames(text: string): string[] | null {
  if (!text.startsWith('{')) return null;
  let depth = 0;
  let flat = ''; // the literal, without what is inside brackets
  for (const letter of text) {
    if ('([{'.includes(letter)) depth += 1;
    else if (')]}'.includes(letter)) depth -= 1;
    else if (depth === 1) flat += letter;
    if (depth === 0) break;
  }
  const parts = flat.replace(/'[^']*'/g, '').split(',');
  return parts.flatMap((part) => /^\s*(\w+)/.exec(part)?.[1] ?? []).sort();
}

describe('the catalogues', () => {
  it.each(catalogues)('have nothing malformed: $language', ({ text, args }) => {
    const ids = [...text.matchAll(/^([\w-]+) =/gm)].map(([, id]) => id!);
    expect(Object.keys(args)).toEqual(ids);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
    expect(text).not.toMatch(/["']/); // typographic quotation marks and apostrophes
  });

  it.each(others)('have the same texts with the same arguments: $language', ({ args }) => {
    expect(args).toEqual(english.args);
  });

  it.each(others)('are in the same order: $language', ({ args }) => {
    expect(Object.keys(args)).toEqual(Object.keys(english.args));
  });

  it.each(catalogues)('are small: $language', async ({ text }) => {
    const compressed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
    expect((await new Response(compressed).blob()).size).toBeLessThan(MAX_COMPRESSED_BYTES);
  });
});

describe('the code', () => {
  const used = sources.flatMap(([path, source]) => calls(source).map((call) => ({ path, ...call })));

  it('names texts that exist, with their arguments', () => {
    const wrong = used.filter(({ id, args }) => args?.join() !== english.args[id]?.join());
    expect(wrong).toEqual([]);
  });

  it('uses all texts', () => {
    const ids = new Set(used.map(({ id }) => id));
    expect(Object.keys(english.args).filter((id) => !ids.has(id))).toEqual([]);
  });

  it('has no text in the markup', () => {
    const found = sources
      .filter(([path]) => path.endsWith('.svelte'))
      .flatMap(([path, source]) => literals(source).map((text) => `${path}: ${text}`));
    expect(found).toEqual(['../App.svelte: nodarium']); // the wordmark
  });
});

/** Return the words between tags, and those in attributes that people read. */
function literals(source: string): string[] {
  const markup = source
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, '{}');
  const attributes = [...markup.matchAll(/\s(?:aria-label|title|placeholder|alt|label)="([^"]*)"/g)];
  const texts = markup.replace(/<[^>]*>/g, '\n').split('\n');
  return [...attributes.map(([, text]) => text!), ...texts]
    .map((text) => text.replaceAll('{}', '').trim())
    .filter((text) => /\p{L}{2}/u.test(text));
}
