/** The review of a game: its record, the position on show, and the analysis, without the markup. */
import {
  describeError,
  ApiError,
  get,
  getCached,
  type Frame,
  type GameAnalysis,
  type GameInfo,
  type GameRecord,
  type Log,
  type LogEntry,
  type PositionView,
  type Scene,
  type TableInfo,
} from './api';
import { read } from './texts';
import { loadReview, NotSaved, saveReview, type SavedReview } from './saved-reviews';
import { changedKeys } from './scene-diff';
import { session } from './session.svelte';
import { pieceStyles } from './table-view';
import { openTable, slotsFor } from './tables';

const POLL_MS = 400;
const RETRY_MS = 3000;
const KEEP_MS = 100; // between two positions that are kept for use without a network
const SLIDER_MS = 40; // while the user drags the slider, load only where it rests

export class ReviewController {
  readonly tableId: string;
  readonly number: number; // of the game at its table
  readonly #games: readonly GameInfo[];
  #isClosed = false;
  #toAct: readonly number[] = []; // the seats to act in the position on show
  #timer = 0;

  record = $state.raw<GameRecord | null>(null);
  table = $state.raw<TableInfo | null>(null);
  log = $state.raw<LogEntry[]>([]);
  analysis = $state.raw<GameAnalysis | null>(null);
  scene = $state.raw<Scene | null>(null);
  ending = $state(''); // who won and why; the record says so in English only
  errorText = $state('');
  loadError = $state.raw<unknown>(null);
  isSaved = $state(false); // loaded from this browser, without a network
  #positions: SavedReview['positions'] = {}; // kept in this browser
  canPlayOn = $state(false); // from the position on show
  #previousScene = $state.raw<Scene | null>(null);
  #position = $state(0);
  #showsAll = $state(true);

  constructor(tableId: string, number: number, games: readonly GameInfo[]) {
    this.tableId = tableId;
    this.number = number;
    this.#games = games;
  }

  game = $derived.by(() => this.#games.find(({ id }) => id === this.record?.game));
  seatTitles = $derived((this.game?.seat_titles ?? []).map(read));
  length = $derived(this.record?.moves.length ?? 0);
  outcome = $derived(this.record?.outcome ?? null);
  published = $derived.by(() => this.table?.games?.[this.number]?.sha256);
  changed = $derived(
    this.#previousScene && this.scene ? changedKeys(this.#previousScene, this.scene) : new Set<string>(),
  );

  /** The analysis of the move that led to the position, and of the one that follows it. */
  lastStep = $derived(this.analysis?.moves?.find(({ ply }) => ply === this.#position) ?? null);
  nextStep = $derived(this.analysis?.moves?.find(({ ply }) => ply === this.#position + 1) ?? null);

  /** The moves of the bot's best line from the position, in words. */
  bestLine = $derived(
    (this.nextStep?.principal_variation ?? []).map(([seat, move]) => ({ seat, move: read(move) })),
  );

  pieceStyles = $derived(pieceStyles(this.scene));

  seatTitle(seat: number): string {
    return this.seatTitles[seat] ?? '';
  }

  /** Return a move of the game in words. */
  describeMove({ ply, move }: { ply: number; move: string }): string {
    return read(this.log[ply - 1]?.text ?? move);
  }

  get path(): string {
    return `tables/${this.tableId}/games/${this.number}`;
  }

  async load(): Promise<void> {
    this.loadError = null;
    try {
      await session.restoreUser();
      const [record, frame, log] = await Promise.all([
        get<GameRecord>(this.path),
        get<Frame>(`tables/${this.tableId}?moves=false`),
        get<Log>(`${this.path}/log`),
      ]);
      this.record = record;
      this.table = frame.table ?? null;
      this.log = log.moves;
      this.position = this.length;
      if (this.outcome) void this.#keepPositions();
      await this.#pollAnalysis();
    } catch (error) {
      if (!this.record && !(error instanceof ApiError) && (await this.#loadSaved())) return;
      if (!this.record) this.loadError = error;
      else this.errorText = describeError(error);
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #pollAnalysis(): Promise<void> {
    if (!this.outcome) return;
    while (!this.#isClosed) {
      try {
        this.analysis = await get<GameAnalysis>(`${this.path}/analysis`);
        this.errorText = '';
        if (this.analysis.done >= this.analysis.of) return void (await this.#save());
      } catch (error) {
        this.errorText = describeError(error);
        if (error instanceof ApiError && error.problem.code === 'analysis-failed') return; // for good
      }
      await new Promise((resolve) => setTimeout(resolve, this.errorText ? RETRY_MS : POLL_MS));
    }
  }

  /** The number of moves played in the position on show. */
  get position(): number {
    return this.#position;
  }
  set position(moves: number) {
    this.#position = Math.max(0, Math.min(this.length, moves));
    this.#scheduleScene();
  }

  /** Whether to show what all players knew, rather than what the user knew. */
  get showsAll(): boolean {
    return this.#showsAll;
  }
  set showsAll(showsAll: boolean) {
    this.#showsAll = showsAll;
    this.#scheduleScene();
  }

  #scheduleScene(): void {
    clearTimeout(this.#timer);
    if (!this.game) return;
    this.#timer = window.setTimeout(() => void this.#loadScene(this.#position), this.scene ? SLIDER_MS : 0);
  }

  async #loadScene(position: number): Promise<void> {
    try {
      const [current, previous] = await Promise.all([
        this.#loadPosition(position),
        position ? this.#loadPosition(position - 1) : null,
      ]);
      if (this.outcome && position === this.length) this.ending = read(current.scene.prompt);
      if (position !== this.#position) return;
      this.scene = current.scene;
      this.#toAct = current.to_act ?? [];
      this.canPlayOn = this.#toAct.length > 0;
      this.#previousScene = previous?.scene ?? null;
      if (position < this.length) void this.#loadPosition(position + 1).catch(() => {}); // the likely next one
    } catch (error) {
      this.errorText = describeError(error);
    }
  }

  #loadPosition(position: number): Promise<PositionView> {
    const query = this.#positionQuery(position);
    if (this.isSaved) return this.#loadSavedPosition(query);
    return getCached<PositionView>(`${this.path}/positions/${query}`);
  }

  #positionQuery(position: number): string {
    const allOpen = this.#showsAll && !!this.game?.imperfect_information && !!this.outcome;
    return `${position}?all_open=${allOpen}`;
  }

  // ---- without a network ----

  async #loadSaved(): Promise<boolean> {
    const saved = await loadReview(this.path);
    if (!saved) return false;
    this.isSaved = true;
    this.#positions = saved.positions;
    this.record = saved.record;
    this.table = saved.table;
    this.log = saved.log;
    this.analysis = saved.analysis;
    this.position = this.length;
    return true;
  }

  async #loadSavedPosition(query: string): Promise<PositionView> {
    const position = this.#positions[query];
    if (!position) throw new NotSaved();
    return Promise.resolve(position);
  }

  /** Keep the positions of a finished game in this browser, one after the other, the last one first. */
  async #keepPositions(): Promise<void> {
    this.#positions = (await loadReview(this.path))?.positions ?? {};
    for (let position = this.length; position >= 0 && !this.#isClosed; position--) {
      const query = this.#positionQuery(position);
      if (this.#positions[query]) continue;
      try {
        this.#positions[query] = await this.#loadPosition(position);
      } catch {
        break; // the rest another time
      }
      await new Promise((resolve) => setTimeout(resolve, KEEP_MS));
    }
    await this.#save();
  }

  async #save(): Promise<void> {
    const { record, table, log, analysis } = this;
    if (!record || this.isSaved) return;
    const positions = this.#positions;
    await saveReview(this.path, { record, table, log, analysis, positions });
  }

  /** Open a table that continues from the position against bots. The user keeps a seat that they had. */
  async playFromHere(): Promise<void> {
    if (!this.record) return;
    this.errorText = '';
    try {
      const own = this.#ownSeats();
      const toAct = this.#toAct;
      const seat = own.find((one) => toAct.includes(one)) ?? own[0] ?? toAct[0]!;
      await openTable({
        game: this.record.game,
        slots: slotsFor('bot', this.record.players.length, seat, session.levelOf(this.record.game)),
        listed: false,
        start: { table: this.tableId, game: this.number, moves: this.#position },
        options: this.record.options,
      });
    } catch (error) {
      this.errorText = describeError(error);
    }
  }

  #ownSeats(): number[] {
    return (this.table?.games?.[this.number]?.slots ?? []).flatMap((slot, seat) =>
      session.user && this.table?.slots[slot]?.player?.user_id === session.user.id ? [seat] : [],
    );
  }
}
