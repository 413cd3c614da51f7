/** A table as it goes on: one socket, opened again whenever it breaks, from after the last event that was seen.
 *
 * A request keeps its name until it is answered: sent again after a break, it is carried out once. It says what its
 * sender had seen, and is refused if meanwhile it would mean something else.
 */
import { SvelteMap } from 'svelte/reactivity';
import {
  get,
  newRequestId,
  ApiError,
  type Answer,
  type TableRequest,
  type Frame,
  type Log,
  type Snapshot,
  type Problem,
  type Scene,
  type EventView,
  type TableInfo,
  type LogEntry,
} from './api';

const GONE = [4403, 4404]; // the server has nothing for us at this address
const PATIENCE = [250, 500, 1000, 2000, 4000];

type Wanted = TableRequest & { request: string };
interface Waiting {
  ask: Wanted;
  done: (answer: Answer) => void;
}

export class Live {
  now = $state.raw<Snapshot | null>(null);
  table = $state.raw<TableInfo | null>(null);
  scene = $state.raw<Scene | null>(null);
  events = $state.raw<EventView[]>([]);
  moves = $state.raw<LogEntry[]>([]);
  connected = $state(true);
  broke = $state(false); // whether it was ever lost
  lost = $state.raw<ApiError | null>(null); // there is no such table, or it is not for us
  seat = $state<number | null>(null); // from which of several own seats one looks
  skew = 0; // the server's clock minus ours, in milliseconds

  readonly #id: string;
  #socket: WebSocket | null = null;
  #seen = 0;
  #tries = 0;
  #closed = false;
  #timer = 0;
  #waiting = new SvelteMap<string, Waiting>();
  #reading = Promise.resolve();
  #refused: Problem | null = null; // what the server said before it closed the socket
  #anew = false; // whether moves in the log may have been taken back
  #known = 0; // moves in the log that everybody knows; a seat may know more
  onframe: (fresh: EventView[], before: Snapshot | null) => void = () => {};

  constructor(id: string) {
    this.#id = id;
    this.#open();
    addEventListener('online', this.#hurry);
    addEventListener('offline', this.#drop);
    document.addEventListener('visibilitychange', this.#hurry);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    removeEventListener('online', this.#hurry);
    removeEventListener('offline', this.#drop);
    document.removeEventListener('visibilitychange', this.#hurry);
  }

  /** Look from another of one's own seats; from none of them, to see in the log what all may know. */
  look(seat: number | null): void {
    if (seat === this.seat) return;
    this.seat = seat;
    this.moves = this.moves.slice(0, this.#known);
    this.#reopen();
  }

  /** Whether the server has not answered everything yet. */
  get waiting(): boolean {
    return this.#waiting.size > 0;
  }

  ask(what: TableRequest): Promise<Answer> {
    const ask = { ...what, request: newRequestId(), after: this.#seen } as Wanted;
    if (this.seat !== null && ask.seat === undefined) ask.seat = this.seat;
    return new Promise((done) => {
      this.#waiting.set(ask.request, { ask, done });
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(ask));
    });
  }

  #hurry = (): void => {
    if (document.visibilityState === 'visible' && !this.connected) this.#reopen();
  };

  #drop = (): void => {
    this.#broken();
    this.#socket?.close();
  };

  #reopen(): void {
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    clearTimeout(this.#timer);
    this.#open();
  }

  #open(): void {
    if (this.#closed) return;
    const query = new URLSearchParams({ scene: 'true', moves: 'false', after: String(this.#seen) });
    if (this.seat !== null) query.set('seat', String(this.seat));
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.#id}/live?${query}`);
    this.#socket = socket;
    socket.onopen = () => {
      for (const { ask } of this.#waiting.values()) socket.send(JSON.stringify(ask));
    };
    socket.onmessage = (message) => {
      if (socket === this.#socket) this.#take(JSON.parse(String(message.data)) as Frame);
    };
    socket.onclose = (end) => {
      if (socket !== this.#socket || this.#closed) return;
      if (GONE.includes(end.code)) {
        this.lost = new ApiError(this.#refused ?? { code: end.reason, sentence: end.reason }, 404);
        return;
      }
      this.#broken();
      const wait = PATIENCE[Math.min(this.#tries++, PATIENCE.length - 1)]!;
      this.#timer = window.setTimeout(() => this.#open(), wait);
    };
  }

  #broken(): void {
    this.connected = false;
    this.broke = true;
  }

  #take(frame: Frame): void {
    this.connected = true;
    this.#tries = 0;
    this.skew = frame.time - Date.now();
    const before = this.now;
    const fresh = (frame.events ?? []).filter((event) => event.number > this.#seen);
    if (frame.table) this.table = frame.table;
    if (frame.now) {
      this.now = frame.now;
      this.#seen = frame.now.number;
      this.scene = frame.now.scene ?? null;
    }
    if (fresh.length) this.events = [...this.events, ...fresh];
    for (const answer of frame.answers ?? []) {
      const waiting = answer.request ? this.#waiting.get(answer.request) : undefined;
      if (waiting) {
        this.#waiting.delete(answer.request!);
        waiting.done(answer);
      } else if (answer.error) {
        this.#refused = answer.error as unknown as Problem;
      }
    }
    if (fresh.some((event) => !['moved', 'said'].includes(event.kind))) this.#anew = true;
    if (frame.now) this.onframe(fresh, before);
  }

  /** Bring the log up to date, as far as the seat from which one looks may know it. */
  readLog(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#readLog());
    return this.#reading;
  }

  async #readLog(): Promise<void> {
    const number = this.now?.game;
    if (number == null) return;
    const [seat, after] = [this.seat, this.#anew ? 0 : this.#known];
    this.#anew = false;
    const query = new URLSearchParams({ after: String(after) });
    if (seat !== null) query.set('seat', String(seat));
    try {
      const log = await get<Log>(`tables/${this.#id}/games/${number}/log?${query}`);
      if (seat !== this.seat) return; // it is not for these eyes
      this.moves = [...this.moves.slice(0, after), ...log.moves];
      this.#known = log.known;
    } catch {
      this.#anew = true;
    }
  }
}
