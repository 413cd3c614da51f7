/** The far end of a table's connection: a socket and HTTP answers that a test controls. */
import { vi } from 'vitest';
import type { Frame, Problem } from '../lib/api';

class FakeSocket {
  static readonly OPEN = 1;
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly url: string) {
    FakeServer.current.sockets.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(code = 1000, reason = ''): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
}

export class FakeServer {
  static current: FakeServer;
  readonly sockets: FakeSocket[] = [];
  readonly responses = new Map<string, unknown>(); // by path, without `/api/` and the query
  readonly posted: unknown[] = [];
  readonly languages = new Set<string | null>(); // of the requests

  constructor() {
    FakeServer.current = this;
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal('location', { protocol: 'http:', host: 'test' });
    vi.stubGlobal('document', { hidden: false, visibilityState: 'visible', addEventListener() {} });
    vi.stubGlobal('addEventListener', () => {});
    vi.stubGlobal('window', { setTimeout });
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => this.#respond(url, init));
  }

  async #respond(url: string, init?: RequestInit): Promise<Response> {
    this.languages.add(new Headers(init?.headers).get('accept-language'));
    if (init?.body) this.posted.push(JSON.parse(String(init.body)));
    const body = this.responses.get(url.replace('/api/', '').replace(/\?.*/, ''));
    return new Response(JSON.stringify(body ?? { code: 'not-found', message: 'Not found.' }), {
      status: body ? 200 : 404,
    });
  }

  get socket(): FakeSocket {
    return this.sockets.at(-1)!;
  }

  /** The query of the newest socket. */
  get query(): URLSearchParams {
    return new URL(this.socket.url).searchParams;
  }

  accept(): void {
    this.socket.readyState = FakeSocket.OPEN;
    this.socket.onopen?.();
  }

  send(frame: Omit<Frame, 'time'>): void {
    this.socket.onmessage?.({ data: JSON.stringify({ time: Date.now(), ...frame }) });
  }

  /** Answer the last request, and let the page react to it. */
  async answer(error?: Problem): Promise<void> {
    const { request } = this.socket.sent.at(-1) as { request: string };
    this.send({ answers: [{ request, error }] });
    await settle();
  }
}

/** Wait until all promises that need no timer have settled. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
