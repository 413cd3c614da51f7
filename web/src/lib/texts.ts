/** Every text that the page shows, in the reader's language, from catalogues in Fluent's format.
 *
 * `t` formats the page's own texts, which are in `src/texts`. `read` formats what the server sends over a socket: a
 * message's id and arguments. Its words are in the server's catalogue, which `loadServerTexts` loads. Over HTTP the
 * server sends sentences in the language of the request, which `read` leaves as they are.
 *
 * Only the chosen language is loaded. If it lacks a message, English is loaded, and shown when it has arrived.
 */
import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import { SvelteMap } from 'svelte/reactivity';
import { loadSetting, saveSetting } from './storage';

/** A text from the server. A plain string is the same in all languages, or has been formatted already. */
export type Text = string | Message;
export type Message = readonly [id: string, args: Readonly<Record<string, unknown>>];

export const SITE = 'Nodarium'; // the same in all languages
const ENGLISH = 'en';
export const PSEUDO = 'en-XA'; // for tests: English with accents, in brackets and longer
const ANY_OF = 'core-any-of'; // a list with "or"

const files = import.meta.glob<string>('../texts/*.ftl', { query: '?raw', import: 'default' });
export const LANGUAGES = Object.keys(files).map((path) => path.slice('../texts/'.length, -'.ftl'.length));

type Source = 'page' | 'server';
const RELOAD_MS = 30_000; // between two attempts to get a message that the server's catalogue lacked
const bundles = new SvelteMap<Source, FluentBundle>();
const englishBundles = new SvelteMap<Source, FluentBundle>(); // only if they are needed
const englishRequested = new Set<Source>();

let reloadAt = 0;
let language = ENGLISH;
let locale = ENGLISH; // the language with the reader's region

// ---- the language ----

/** The chosen language, as in `Accept-Language`. */
export function currentLanguage(): string {
  return language;
}

/** The language and the reader's region, for dates and numbers. */
export function currentLocale(): string {
  return locale;
}

/** Return the saved language, else the first one of the browser's that we have, else English. */
export function chooseLanguage(saved: string | null, browser: readonly string[]): string {
  if (saved !== null && (saved === PSEUDO || LANGUAGES.includes(saved))) return saved;
  return browser.map(primaryTag).find((tag) => LANGUAGES.includes(tag)) ?? ENGLISH;
}

/** Choose a language and load the page again in it. */
export function changeLanguage(wanted: string): void {
  saveSetting('language', wanted);
  location.reload();
}

/** Return a language's name in the language itself. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
}

/** Whether `Intl` takes a tag: some systems report tags such as `en-US@posix`. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

function primaryTag(tag: string): string {
  return tag.split('-')[0]!.toLowerCase();
}

// ---- the catalogues ----

/** Load the page's texts. Call it once, before anything is shown. */
export async function loadTexts(
  wanted = chooseLanguage(loadSetting('language'), navigator.languages),
): Promise<void> {
  language = wanted;
  locale = regionalTag(wanted);
  bundles.clear();
  bundles.set('page', await loadBundle('page', wanted));
}

/** Load the texts of the server and the games, if they aren't there yet. */
export async function loadServerTexts(): Promise<void> {
  if (!bundles.has('server')) bundles.set('server', await loadBundle('server', language));
}

async function loadBundle(source: Source, tag: string): Promise<FluentBundle> {
  const own = source === 'page';
  const bundle = new FluentBundle(own ? regionalTag(tag) : primaryTag(tag), {
    useIsolating: false,
    transform: own && tag === PSEUDO ? lengthen : undefined,
  });
  bundle.addResource(
    new FluentResource(await (own ? files[`../texts/${primaryTag(tag)}.ftl`]!() : fetchTexts(tag))),
  );
  return bundle;
}

async function fetchTexts(tag: string): Promise<string> {
  const response = await fetch(`/api/texts/${tag}`);
  if (!response.ok) throw new Error(`/api/texts/${tag}: ${response.status}`);
  return response.text();
}

function regionalTag(tag: string): string {
  const primary = primaryTag(tag);
  return navigator.languages.find((other) => primaryTag(other) === primary && isTag(other)) ?? primary;
}

/** Load the server's texts again: it may have been upgraded since. What is shown changes when they arrive. */
function reloadServerTexts(): void {
  if (Date.now() < reloadAt) return;
  reloadAt = Date.now() + RELOAD_MS;
  loadBundle('server', language).then(
    (loaded) => bundles.set('server', loaded),
    () => undefined,
  );
}

/** Return the bundle that has a message: the chosen language's, or English once it is loaded. */
function bundleWith(source: Source, id: string): FluentBundle | undefined {
  const bundle = bundles.get(source);
  if (bundle?.hasMessage(id)) return bundle;
  if (source === 'server') {
    if (bundle) reloadServerTexts();
    return undefined; // the server's catalogue has English where a language lacks a message
  }
  const english = englishBundles.get(source); // what is shown now changes when English arrives
  if (english?.hasMessage(id)) return english;
  if (bundle && primaryTag(language) !== ENGLISH && !englishRequested.has(source)) {
    englishRequested.add(source);
    loadBundle(source, ENGLISH).then(
      (loaded) => englishBundles.set(source, loaded),
      () => englishRequested.delete(source),
    );
  }
  return undefined;
}

// ---- formatting ----

/** Format one of the page's own texts. */
export function t(id: string, args: Record<string, string | number> = {}): string {
  const text = format('page', id, args);
  return language === PSEUDO ? `⟦${text}⟧` : text;
}

/** Format a text from the server. */
export function read(text: Text): string {
  if (typeof text === 'string') return text;
  const [id, args] = text;
  if (id === ANY_OF) return joinList((args.items ?? []) as readonly unknown[], 'disjunction');
  const plain = Object.entries(args).map(([name, value]) => [name, readArgument(value)] as const);
  return format('server', id, Object.fromEntries(plain));
}

/** Write a list with "and". */
export function formatList(items: readonly string[]): string {
  return joinList(items, 'conjunction');
}

function format(source: Source, id: string, args: Record<string, FluentVariable>): string {
  const bundle = bundleWith(source, id);
  const pattern = bundle?.getMessage(id)?.value;
  if (!bundle || !pattern) return id;
  const errors: Error[] = [];
  const text = bundle.formatPattern(pattern, args, errors);
  if (errors.length) console.warn(`${id}: ${errors[0]!.message}`);
  return text;
}

function readArgument(value: unknown): string | number {
  if (isMessage(value)) return read(value);
  if (Array.isArray(value)) return joinList(value, 'conjunction');
  return typeof value === 'number' ? value : String(value);
}

function isMessage(value: unknown): value is Message {
  if (!Array.isArray(value) || value.length !== 2 || typeof value[0] !== 'string') return false;
  return typeof value[1] === 'object' && value[1] !== null && !Array.isArray(value[1]);
}

function joinList(items: readonly unknown[], type: 'conjunction' | 'disjunction'): string {
  const texts = items.map((item) => String(readArgument(item)));
  return new Intl.ListFormat(primaryTag(language), { type }).format(texts);
}

// ---- the language for tests ----

const ACCENTS = new Map([...'aceinouyACEINOUY'].map((letter, index) => [letter, 'áçéíñóúýÁÇÉÍÑÓÚÝ'[index]!]));

function lengthen(text: string): string {
  const accented = [...text].map((letter) => ACCENTS.get(letter) ?? letter).join('');
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return accented + '~'.repeat(Math.round(letters * 0.4));
}
