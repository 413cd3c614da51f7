/** The installed page: its service worker, new versions, and what is kept for use without a network. */
import type { GameInfo } from './api';
import { network } from './network.svelte';
import { currentLanguage } from './texts';

const CHECK_MS = 30 * 60_000;
const RELOAD_MS = 3000; // if the new worker doesn't take over

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

class Installation {
  hasUpdate = $state(false); // a new version is ready, and the reader hasn't put it off
  #prompt = $state.raw<InstallPrompt | null>(null);
  #registration: ServiceWorkerRegistration | null = null;

  get canInstall(): boolean {
    return this.#prompt !== null;
  }

  async install(): Promise<void> {
    await this.#prompt?.prompt();
    this.#prompt = null;
  }

  constructor() {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault(); // the browser would ask at once
      this.#prompt = event as InstallPrompt;
    });
    addEventListener('online', () => void network.check());
    addEventListener('offline', () => network.report(false));
  }

  /** Call it once, when the page has nothing better to do. */
  async start(games: Promise<readonly GameInfo[]>): Promise<void> {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const registration = await navigator.serviceWorker.register('/service-worker.js');
    this.#registration = registration;
    registration.addEventListener('updatefound', () => this.#watch(registration.installing));
    this.#watch(registration.installing); // found before this script ran
    if (registration.waiting) await this.#offer(registration.waiting);
    setInterval(() => void registration.update().catch(() => {}), CHECK_MS);
    await this.#keepData(await games);
  }

  #watch(worker: ServiceWorker | null): void {
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && navigator.serviceWorker.controller) void this.#offer(worker);
    });
  }

  /** Offer a waiting version, unless it is what the page already is. */
  async #offer(worker: ServiceWorker): Promise<void> {
    const script = document.querySelector<HTMLScriptElement>('script[type=module][src]');
    const { port1, port2 } = new MessageChannel();
    const isSame = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
    worker.postMessage({ entry: script ? new URL(script.src).pathname : '' }, [port2]);
    if (await isSame) worker.postMessage({ activate: true });
    else this.hasUpdate = true;
  }

  /** Let the new version take over, and load the page again. */
  update(): void {
    const reload = () => location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
    this.#registration?.waiting?.postMessage({ activate: true });
    setTimeout(reload, RELOAD_MS);
  }

  putOff(): void {
    this.hasUpdate = false;
  }

  async #keepData(games: readonly GameInfo[]): Promise<void> {
    const { active } = await navigator.serviceWorker.ready;
    const language = currentLanguage();
    const parts = games.flatMap(({ id }) =>
      ['rules', 'diagrams', 'show', 'symbols', 'cover'].map((part) => `games/${id}/${part}`),
    );
    const keep = ['games', `texts/${language}`, ...parts].map((path) => `/api/${path}`);
    active?.postMessage({ keep, language });
  }
}

export const installation = new Installation();
