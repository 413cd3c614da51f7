/** The live connection to a table: one socket, reopened after every break, that resumes after the last event seen.
 *
 * A request keeps its id until the server answers, so the server carries out a request that is sent again only once.
 * It also names the last event that its sender had seen; the server refuses it if that has changed its meaning.
 */
import { SvelteMap } from 'svelte/reactivity';
import {
  ApiError,
  get,
  newRequestId,
  post,
  type Answer,
  type EventView,
  type Frame,
  type Log,
  type LogEntry,
  type PositionView,
  type Problem,
  type Scene,
  type Snapshot,
  type TableInfo,
  type TableRequest,
} from './api';

const FATAL_CLOSE_CODES = [4403, 4404]; // no such table, or it is private
const RETRY_DELAYS_MS = [250, 500, 1000, 2000, 4000];

type SentRequest = TableRequest & { request: string };
interface PendingRequest {
  message: SentRequest;
  resolve: (answer: Answer) => void;
}

export class TableConnection {
  snapshot = $state.raw<Snapshot | null>(null);
  table = $state.raw<TableInfo | null>(null);
  scene = $state.raw<Scene | null>(null);
  events = $state.raw<EventView[]>([]);
  moves = $state.raw<LogEntry[]>([]);
  connected = $state(true);
  fatalError = $state.raw<ApiError | null>(null);
  seat = $state<number | null>(null); // the seat to view from, if the user holds several
  receivedAt = $state(Date.now()); // when the snapshot arrived, by our clock
  clockOffset = 0; // the server's clock minus ours, in milliseconds

  readonly id: string;
  #socket: WebSocket | null = null;
  #lastEvent = 0;
  #retries = 0;
  #isClosed = false;
  #timer = 0;
  #pending = new SvelteMap<string, PendingRequest>();
  #logUpdate = Promise.resolve();
  #problem: Problem | null = null; // the reason the server gave before it closed the socket
  #logIsStale = false; // moves in the log may have been taken back
  #publicMoves = 0; // moves in the log that are visible from every seat; one seat may see more
  onframe: (newEvents: EventView[], before: Snapshot | null) => void = () => {};

  constructor(id: string) {
    this.id = id;
  }

  open(): void {
    this.#open();
    addEventListener('online', this.#reconnectNow);
    addEventListener('offline', this.#disconnect);
    document.addEventListener('visibilitychange', this.#reconnectNow);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    removeEventListener('online', this.#reconnectNow);
    removeEventListener('offline', this.#disconnect);
    document.removeEventListener('visibilitychange', this.#reconnectNow);
  }

  /** View the table from another of the user's seats. From `null`, the log shows only what every seat may know. */
  viewFrom(seat: number | null): void {
    if (seat === this.seat) return;
    this.seat = seat;
    this.moves = this.moves.slice(0, this.#publicMoves);
    this.#reopen();
  }

  get hasPendingRequests(): boolean {
    return this.#pending.size > 0;
  }

  request(request: TableRequest): Promise<Answer> {
    const message = { ...request, request: newRequestId(), after: this.#lastEvent } as SentRequest;
    if (this.seat !== null && message.seat === undefined) message.seat = this.seat;
    return new Promise((resolve) => {
      this.#pending.set(message.request, { message, resolve });
      if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
    });
  }

  /** Ask the server why the selected targets make no legal move. */
  explain(keys: string[]): Promise<Problem> {
    return post<Problem>(`tables/${this.id}/why`, { keys, seat: this.seat });
  }

  /** Load the position of the current game after a number of moves. */
  loadPosition(moves: number): Promise<PositionView> {
    return get<PositionView>(`tables/${this.id}/games/${this.snapshot!.game}/positions/${moves}`);
  }

  #reconnectNow = (): void => {
    if (document.visibilityState === 'visible' && !this.connected) this.#reopen();
  };

  #disconnect = (): void => {
    this.connected = false;
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
    if (this.#isClosed) return;
    const query = new URLSearchParams({ scene: 'true', moves: 'false', after: String(this.#lastEvent) });
    if (this.seat !== null) query.set('seat', String(this.seat));
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live?${query}`);
    this.#socket = socket;
    socket.onopen = () => {
      for (const { message } of this.#pending.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = (message) => {
      if (socket === this.#socket) this.#applyFrame(JSON.parse(String(message.data)) as Frame);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket || this.#isClosed) return;
      if (FATAL_CLOSE_CODES.includes(event.code)) {
        this.fatalError = new ApiError(this.#problem ?? { code: event.reason, sentence: event.reason }, 404);
        return;
      }
      this.connected = false;
      const delay = RETRY_DELAYS_MS[Math.min(this.#retries++, RETRY_DELAYS_MS.length - 1)]!;
      this.#timer = window.setTimeout(() => this.#open(), delay);
    };
  }

  #applyFrame(frame: Frame): void {
    this.connected = true;
    this.#retries = 0;
    this.clockOffset = frame.time - Date.now();
    const before = this.snapshot;
    const newEvents = (frame.events ?? []).filter((event) => event.number > this.#lastEvent);
    if (frame.table) this.table = frame.table;
    if (frame.now) {
      this.snapshot = frame.now;
      this.receivedAt = Date.now();
      this.#lastEvent = frame.now.number;
      this.scene = frame.now.scene ?? null;
    }
    if (newEvents.length) this.events = [...this.events, ...newEvents];
    for (const answer of frame.answers ?? []) {
      const pending = answer.request ? this.#pending.get(answer.request) : undefined;
      if (pending) {
        this.#pending.delete(answer.request!);
        pending.resolve(answer);
      } else if (answer.error) {
        this.#problem = answer.error;
      }
    }
    if (newEvents.some((event) => !['moved', 'said'].includes(event.kind))) this.#logIsStale = true;
    if (frame.now) this.onframe(newEvents, before);
  }

  /** Bring the log up to date, as far as the seat that the user views from may see it. */
  updateLog(): Promise<void> {
    this.#logUpdate = this.#logUpdate.then(() => this.#fetchLog());
    return this.#logUpdate;
  }

  async #fetchLog(): Promise<void> {
    const number = this.snapshot?.game;
    if (number == null) return;
    const [seat, after] = [this.seat, this.#logIsStale ? 0 : this.#publicMoves];
    this.#logIsStale = false;
    const query = new URLSearchParams({ after: String(after) });
    if (seat !== null) query.set('seat', String(seat));
    try {
      const log = await get<Log>(`tables/${this.id}/games/${number}/log?${query}`);
      if (seat !== this.seat) return; // another player is looking now
      this.moves = [...this.moves.slice(0, after), ...log.moves];
      this.#publicMoves = log.known;
    } catch {
      this.#logIsStale = true;
    }
  }
}
