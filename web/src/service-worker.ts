/// <reference lib="webworker" />
/** Keeps the page for use without a network: its files, and the public data about games, such as their rules.
 *
 * Each build has a cache of its own, filled completely before its worker takes over, so that the files of two builds
 * never mix. Answers about tables and users pass through and are never kept.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;

interface Build {
  version: string;
  entry: string; // the script that index.html starts
  files: string[]; // the addresses of all files
}
const build = JSON.parse('__BUILD__') as Build; // `vite.config.ts` fills it in
const files = new Set(build.files);

const PAGE = 'page-';
const DATA = 'data-';
const PUBLIC_DATA = /^\/api\/(games|games\/[a-z0-9_]+\/(rules|diagrams|show|cover|symbols)|texts\/[\w-]+)$/;
const PATIENCE_MS = 4000; // with a slow network, before the kept page is shown
const TOO_MANY_REQUESTS = 429;

worker.addEventListener('install', (event) => event.waitUntil(keepPage()));

worker.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([dropOld(PAGE), dropOld(DATA), worker.clients.claim()])),
);

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (files.has(pathname) || pathname.startsWith('/assets/')) event.respondWith(loadFile(request));
  else if (PUBLIC_DATA.test(pathname) && !search) event.respondWith(loadData(request));
  else if (request.mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(loadPage(request));
});

/** What the page may ask for. */
worker.addEventListener('message', (event) => {
  const message = event.data as { activate?: true; entry?: string; keep?: string[]; language?: string };
  if (message.entry !== undefined) event.ports[0]?.postMessage(message.entry === build.entry);
  if (message.activate) void worker.skipWaiting();
  if (message.keep) event.waitUntil(keepData(message.keep, message.language ?? 'en'));
});

/** A click on a notification shows the table it is about. */
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = event.notification.data as { path: string };
  event.waitUntil(showPage(path));
});

async function showPage(path: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find((page) => new URL(page.url).pathname === path);
  await (open ? open.focus() : worker.clients.openWindow(path));
}

// ---- the page ----

async function keepPage(): Promise<void> {
  const cache = await caches.open(PAGE + build.version);
  const page = await fetch('/', { cache: 'no-store' });
  if (!page.ok || !(await page.clone().text()).includes(build.entry))
    throw new Error('another build is served');
  await cache.put('/', page);
  await Promise.all([...files].map((path) => keepFile(cache, path)));
}

async function keepFile(cache: Cache, path: string): Promise<void> {
  const isImmutable = path.startsWith('/assets/');
  const kept = isImmutable ? await caches.match(path) : undefined;
  const response = kept ?? (await fetch(path, { cache: isImmutable ? 'default' : 'no-cache' }));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  await cache.put(path, response);
}

/** Drop all caches but the worker's own and the newest of the others: an open page may still use that one. */
async function dropOld(prefix: string): Promise<void> {
  const others = (await caches.keys()).filter(
    (name) => name.startsWith(prefix) && name !== prefix + build.version,
  );
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

async function loadFile(request: Request): Promise<Response> {
  const own = await caches.open(PAGE + build.version);
  return (await own.match(request)) ?? (await caches.match(request)) ?? fetch(request);
}

/** The newest page comes from the network: its files have other names than those of an older one. */
async function loadPage(request: Request): Promise<Response> {
  const own = await caches.open(PAGE + build.version);
  const kept = await own.match('/');
  if (!kept) return fetch(request);
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS));
  try {
    const response = await Promise.race([fetch(request), late]);
    return response.status < 500 ? response : kept;
  } catch {
    return kept;
  }
}

// ---- public data ----

async function loadData(request: Request): Promise<Response> {
  const cache = await caches.open(DATA + build.version);
  try {
    const response = await fetch(request);
    if (isLasting(response)) await cache.put(request, response.clone());
    else if (response.status >= 500 || response.status === TOO_MANY_REQUESTS)
      return (await keptData(request, cache)) ?? response;
    return response;
  } catch (error) {
    const kept = await keptData(request, cache);
    if (kept) return kept;
    throw error;
  }
}

/** Whether an answer may be kept. That a game has no cover is an answer, too. */
function isLasting({ ok, status }: Response): boolean {
  return ok || status === 404;
}

/** Return the kept answer, marked as such. */
async function keptData(request: Request, cache: Cache): Promise<Response | undefined> {
  const kept = (await cache.match(request)) ?? (await caches.match(request));
  if (!kept) return undefined;
  const headers = new Headers(kept.headers);
  headers.set('x-kept', 'yes');
  return new Response(kept.body, { status: kept.status, headers });
}

/** Keep what the reader may want to read later. What this build has kept already stays as it is. */
async function keepData(paths: string[], language: string): Promise<void> {
  const cache = await caches.open(DATA + build.version);
  for (const path of paths) {
    const request = new Request(path, { headers: { 'accept-language': language } });
    if (!PUBLIC_DATA.test(path) || (await cache.match(request))) continue;
    const response = await fetch(request);
    if (isLasting(response)) await cache.put(request, response);
  }
}
