/** The live connection to a table: one socket, reopened after every break, that resumes after the last event seen.
 *
 * A request keeps its id until the server answers, so the server carries out a request that is sent again only once.
 * It also names the last event that its sender had seen; the server refuses it if that has changed its meaning.
 *
 * What it shows can be behind what it knows: the moves of others are shown one after the other. Only clocks never wait.
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
  type LogEntry,
  type PositionView,
  type Problem,
  type Scene,
  type Snapshot,
  type SocketRequest,
  type TableInfo,
  type TableRequest,
} from './api';
import { RESTARTING_EVENTS } from './last-turn.svelte';
import { preferences } from './preferences.svelte';
import { applySceneDiff, rememberScene, type SceneMemory } from './scene-memory';
import { OWN_MS, StageQueue } from './stage-queue.svelte';
import { logOf } from './table-view';
import { t } from './texts';

const DAMAGED_CLOSE_CODE = 4500; // the server can't read the table
const FATAL_CLOSE_CODES = [4403, 4404, DAMAGED_CLOSE_CODE]; // also refused; no such table
const RETRY_DELAYS_MS = [250, 500, 1000, 2000, 4000];

/** What a frame says, ready to be shown. */
interface Step {
  snapshot: Snapshot;
  scene: Scene | null;
  table?: TableInfo;
  events: EventView[]; // new ones
}
type SentRequest = SocketRequest & { request: string };
interface PendingRequest {
  message: SentRequest;
  resolve: (answer: Answer) => void;
}

export class TableConnection {
  snapshot = $state.raw<Snapshot | null>(null);
  table = $state.raw<TableInfo | null>(null);
  scene = $state.raw<Scene | null>(null);
  events = $state.raw<EventView[]>([]);
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
  #problem: Problem | null = null; // the reason the server gave before it closed the socket
  #isChangingView = $state(false); // the events that we hold belong to another seat's view
  #memory: SceneMemory | null = null; // the newest scene, and what may come back
  #latest: Step | null = null; // the newest that has arrived; it may still wait to be shown
  #isFirstOfSocket = true; // no frame has come from this socket yet
  readonly #queue = new StageQueue<Step>(
    (step, isSkipped) => this.#show(step, isSkipped),
    () => (document.hidden ? 0 : preferences.pace),
  );
  /** Called when something new is shown. If it is skipped, something newer follows at once. */
  onframe: (newEvents: EventView[], before: Snapshot | null, isSkipped: boolean) => void = () => {};
  /** Whether the user caused an event: that is never delayed. */
  isOwn: (event: EventView) => boolean = () => false;
  /** How long a scene has to be shown that follows another one. */
  stageTime: (before: Scene, after: Scene) => number = () => 0;

  constructor(id: string) {
    this.id = id;
  }

  open(): void {
    this.#open();
    addEventListener('online', this.#reconnectNow);
    addEventListener('offline', this.#disconnect);
    document.addEventListener('visibilitychange', this.#handleVisibility);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#queue.skip();
    removeEventListener('online', this.#reconnectNow);
    removeEventListener('offline', this.#disconnect);
    document.removeEventListener('visibilitychange', this.#handleVisibility);
  }

  /** The moves of the current game. While the view changes, those of this turn may be another player's secret. */
  moves: readonly LogEntry[] = $derived.by(() => {
    const moves = logOf(this.events, this.snapshot);
    return this.#isChangingView ? moves.filter(({ turn }) => turn !== moves.at(-1)!.turn) : moves;
  });

  /** View the table from another of the user's seats. From `null`, the view follows the seat to act. */
  viewFrom(seat: number | null): void {
    if (seat === this.seat) return;
    this.seat = seat;
    this.#isChangingView = true;
    void this.#send({ do: 'view', seat, request: newRequestId() });
  }

  /** Whether something newer than what is shown has arrived. */
  get isBehind(): boolean {
    return this.#queue.length > 0;
  }

  /** Show the newest state at once. */
  catchUp(): void {
    this.#queue.skip();
  }

  /** Show what comes next at once. */
  showNext(): void {
    this.#queue.next();
  }

  get hasPendingRequests(): boolean {
    return this.#pending.size > 0;
  }

  request(request: TableRequest): Promise<Answer> {
    this.catchUp(); // a request is about the newest state
    const seat = request.seat ?? this.seat ?? undefined;
    return this.#send({ ...request, seat, request: newRequestId(), last_seen: this.#lastEvent });
  }

  #send(message: SentRequest): Promise<Answer> {
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

  #handleVisibility = (): void => {
    if (document.hidden) this.catchUp();
    this.#reconnectNow();
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
    const query = new URLSearchParams({
      scene: 'true',
      diff: 'true',
      moves: 'false',
      after: String(this.#lastEvent),
    });
    if (this.seat !== null) query.set('seat', String(this.seat));
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live?${query}`);
    this.#socket = socket;
    this.#isFirstOfSocket = true;
    socket.onopen = () => {
      for (const { message } of this.#pending.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = (message) => {
      if (socket === this.#socket) this.#applyFrame(JSON.parse(String(message.data)) as Frame);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket || this.#isClosed) return;
      if (FATAL_CLOSE_CODES.includes(event.code)) {
        this.fatalError = new ApiError(
          this.#problem ?? { code: event.reason, message: t('table-unavailable') },
          event.code === DAMAGED_CLOSE_CODE ? 500 : 404,
        );
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
    const newEvents = (frame.events ?? []).filter((event) => event.number > this.#lastEvent);
    const repeated = (frame.events ?? []).filter((event) => event.number <= this.#lastEvent);
    this.#lastEvent = Math.max(this.#lastEvent, newEvents.at(-1)?.number ?? 0);
    if (repeated.length) this.#replaceEvents(repeated);
    if (frame.now) {
      this.#lastEvent = frame.now.number;
      this.#arrive(frame.now, newEvents, frame.table ?? undefined);
      this.#isFirstOfSocket = false;
    } else {
      if (newEvents.length || frame.table) this.catchUp();
      if (frame.table) this.table = frame.table;
      if (newEvents.length) this.events = [...this.events, ...newEvents];
    }
    for (const answer of frame.answers ?? []) {
      const pending = answer.request ? this.#pending.get(answer.request) : undefined;
      if (pending) {
        this.#pending.delete(answer.request!);
        pending.resolve(answer);
        if (pending.message.do === 'view' && pending.message.seat === this.seat) this.#isChangingView = false;
      } else if (answer.error) {
        this.#problem = answer.error;
      }
    }
  }

  /** Show a new snapshot: at once if it is the user's doing or a new beginning, else after what came before it. */
  #arrive(snapshot: Snapshot, events: EventView[], table: TableInfo | undefined): void {
    const before = this.#latest?.scene;
    const { scene: whole, scene_diff: diff } = snapshot;
    if (diff && this.#memory) this.#memory = applySceneDiff(this.#memory, diff, snapshot.seat == null);
    else this.#memory = whole ? rememberScene(whole) : null;
    const scene = this.#memory?.scene ?? null;
    const step = { snapshot, scene, events, table };
    this.#latest = step;
    this.#showClocks();
    const isOwn = events.some(this.isOwn);
    const isMove = events.some(({ kind }) => kind === 'moved');
    const stageMs = before && scene ? this.stageTime(before, scene) : 0;
    if (
      this.#isFirstOfSocket ||
      this.#isChangingView ||
      isOwn ||
      events.some(({ kind }) => RESTARTING_EVENTS.includes(kind))
    ) {
      this.#queue.showNow(step, isOwn && isMove ? OWN_MS * preferences.pace : 0, stageMs);
    } else if (isMove) {
      this.#queue.add(step, stageMs);
    } else {
      const join = (last: Step) => ({
        ...step,
        table: table ?? last.table,
        events: [...last.events, ...events],
      });
      if (!this.#queue.amendLast(join)) this.#show(step, false);
    }
  }

  /** Clocks never wait. */
  #showClocks(): void {
    const { clocks } = this.#latest!.snapshot;
    this.receivedAt = Date.now();
    if (this.snapshot) this.snapshot = { ...this.snapshot, clocks };
  }

  #show({ snapshot, scene, table, events }: Step, isSkipped: boolean): void {
    const before = this.snapshot;
    if (table) this.table = table;
    this.snapshot = { ...snapshot, clocks: this.#latest!.snapshot.clocks };
    this.scene = scene;
    if (events.length) this.events = [...this.events, ...events];
    this.onframe(events, before, isSkipped);
  }

  #replaceEvents(repeated: readonly EventView[]): void {
    const byNumber = new Map(repeated.map((event) => [event.number, event]));
    const replace = (events: EventView[]) => events.map((event) => byNumber.get(event.number) ?? event);
    this.events = replace(this.events);
    this.#queue.amendAll((step) => ({ ...step, events: replace(step.events) }));
  }
}
