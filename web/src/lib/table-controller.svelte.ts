/** Everything a user can see and do at a table, without its markup.
 *
 * State changes only when a frame arrives or the user acts; the rest is derived.
 */
import { tick } from 'svelte';
import {
  ApiError,
  type EventView,
  type GameInfo,
  type Problem,
  type Scene,
  type Snapshot,
  type TableRequest,
} from './api';
import { kindOfAction } from './action-kind';
import { LastTurn, RESTARTING_EVENTS } from './last-turn.svelte';
import { formatList, read, SITE, t } from './texts';
import { MoveSelection } from './move-selection.svelte';
import { changedKeys } from './scene-diff';
import { keysOfOthers } from './ownership';
import { preferences } from './preferences.svelte';
import type { Session } from './session.svelte';
import { playSound } from './sound';
import { newMoment, stageTime, Staging } from './staging.svelte';
import type { TableConnection } from './table-connection.svelte';
import {
  hasChangedSeat,
  isOwnTurn,
  lastTurnStart,
  nearSeat,
  ownSeats,
  panelsFor,
  participantIn,
  peopleAt,
  pieceStyles,
  seatToPassTo,
  soundFor,
} from './table-view';

export type Tab = 'table' | 'log' | 'rules' | 'chat'; // the first only if panels lack room
type TableSession = Pick<Session, 'user' | 'ensureUser' | 'hasPlayed' | 'markPlayed'>;

const RETRY_MS = 1500;
const CHAT_PREVIEW_MS = 8000;
// After these events, the bar still says what became of a proposal.
const SIDE_EVENTS = [
  'chat-sent',
  'chat-deleted',
  'player-renamed',
  'disconnected',
  'reconnected',
  'downtime-credited',
  'result-recorded',
];

export class TableController {
  readonly connection: TableConnection;
  readonly selection: MoveSelection;
  readonly lastTurn = new LastTurn();
  readonly staging = new Staging();
  readonly #games: readonly GameInfo[];
  readonly #session: TableSession;

  refusal = $state.raw<Problem | null>(null);
  isSending = $state(false);
  isResigning = $state(false); // until the user confirms or drops it
  announcement = $state.raw<readonly string[]>([]); // sentences for screen readers
  notice = $state(''); // what became of a proposal, until the next event
  rule = $state(''); // to scroll to in the rules
  areTabsInSight: () => boolean = () => true; // on a narrow screen they are a sheet
  #isSheetOpen = $state(false);
  panelsLeftOut = $state(0); // those without room on a wide screen
  #tab = $state<Tab>('log');
  #chatRead = $state(0); // other people's chat lines that the user has seen

  constructor(connection: TableConnection, games: readonly GameInfo[], session: TableSession) {
    this.connection = connection;
    this.#games = games;
    this.#session = session;
    this.selection = new MoveSelection(
      () => this.scene,
      () => this.isOwnTurn && this.passDeviceTo === null,
    );
    connection.onframe = (events, before, isSkipped) => this.#handleFrame(events, before, isSkipped);
    connection.isOwn = ({ by }) => by != null && by === this.userId;
    connection.stageTime = (before, after) => (newMoment(before, after) ? stageTime() : 0);
  }

  /** Connect, as a guest if need be. Return a function that disconnects. */
  open(): () => void {
    let isClosed = false;
    const start = async () => {
      try {
        await this.#session.ensureUser();
      } catch {
        if (!isClosed) setTimeout(start, RETRY_MS); // no network yet
        return;
      }
      if (!isClosed) this.connection.open();
    };
    void start();
    return () => {
      isClosed = true;
      this.connection.close();
    };
  }

  // ---- the table ----

  snapshot = $derived.by(() => this.connection.snapshot);
  table = $derived.by(() => this.connection.table);
  scene = $derived.by(() => this.connection.scene);
  game = $derived.by(() => this.#games.find(({ id }) => id === this.table?.config.game));
  seatTitles = $derived((this.game?.seat_titles ?? []).map(read));
  pieceStyles = $derived(pieceStyles(this.scene));
  panels = $derived(panelsFor(this.scene, this.seatTitles.slice(0, this.table?.slots.length ?? 0)));
  people = $derived(peopleAt(this.table));
  hasBots = $derived(!!this.table?.slots.some(({ player }) => player?.bot_level));
  nearSeat = $derived.by(() => nearSeat(this.snapshot, this.game?.imperfect_information ?? false));
  isOver = $derived(!!this.snapshot?.outcome);
  toAct = $derived(this.snapshot?.to_act ?? []);
  proposal = $derived(this.snapshot?.proposal ?? null);
  ratings = $derived.by(
    () =>
      (this.isOver &&
        this.connection.events.findLast((event) => event.kind === 'result-recorded')?.ratings) ||
      {},
  );

  // ---- the user ----

  userId = $derived.by(() => this.#session.user?.id);
  isAtTable = $derived(this.userId !== undefined && this.people.has(this.userId));
  isAlone = $derived(this.people.size < 2);
  ownSeats = $derived(ownSeats(this.snapshot));
  isPlaying = $derived(this.snapshot?.status === 'playing' && this.ownSeats.length > 0);
  isOwnTurn = $derived.by(() => isOwnTurn(this.snapshot) && !this.connection.isBehind);
  hasWon = $derived((this.snapshot?.outcome?.winners ?? []).some((seat) => this.ownSeats.includes(seat)));
  /** The shapes that fade at the end: all but the winners'. */
  keysOfLosers = $derived.by(() => {
    const styles = (this.snapshot?.outcome?.winners ?? []).flatMap((seat) => this.pieceStyles[seat] ?? []);
    return styles.length ? keysOfOthers(this.scene?.shapes ?? [], styles) : new Set<string>();
  });
  hasMoved = $derived.by(() => this.connection.moves.some(({ seat }) => this.ownSeats.includes(seat)));
  hasChangedSeat = $derived(hasChangedSeat(this.table, this.snapshot));

  /** On a shared device, the seat whose player has to take it before anything secret is shown. */
  passDeviceTo = $derived.by(() =>
    seatToPassTo(this.snapshot, this.game?.imperfect_information ?? false, this.connection.seat),
  );

  /** The keys of the shapes that the last turn changed. */
  changed = $derived.by(() => {
    const { base } = this.lastTurn;
    return base && this.scene && this.passDeviceTo === null
      ? changedKeys(base, this.scene)
      : new Set<string>();
  });

  /** When the user may claim victory over a player who has left, by our clock. */
  claimAt = $derived.by(() =>
    this.snapshot?.claim_at == null ? null : this.snapshot.claim_at - this.connection.clockOffset,
  );

  /** What the highlighted shape is, unless the action bar says so already. */
  hint = $derived.by(() => {
    const label = this.selection.highlightedLabel;
    const shown = [this.refusal ? read(this.refusal.message) : '', ...this.selection.path];
    return shown.includes(label) ? '' : label;
  });

  title = $derived.by(() => {
    if (!this.game) return SITE;
    const game = this.game.title;
    return this.isOwnTurn ? t('title-turn', { game }) : t('title-of', { game });
  });

  seatTitle(seat: number): string {
    return this.seatTitles[seat] ?? '';
  }

  /** Return a person's name, but the seat's title for a bot and on a shared device. */
  playerName(seat: number): string {
    const player = participantIn(this.table, seat);
    return player && !player.bot_level && this.ownSeats.length < 2 ? player.name : this.seatTitle(seat);
  }

  /** Say whose move the user waits for. */
  describeWait(): string {
    const others = this.toAct.filter((seat) => !this.ownSeats.includes(seat));
    if (!others.length) return read(this.scene?.prompt ?? ''); // what they did is still being shown
    const players = others.map((seat) => {
      const player = participantIn(this.table, seat);
      return player?.bot_level
        ? t('awaited-bot', { seat: this.seatTitle(seat) })
        : t('awaited-person', { name: player?.name ?? '', seat: this.seatTitle(seat) });
    });
    return t('waiting-for', { players: formatList(players) });
  }

  // ---- moves ----

  select(key: string): void {
    if (this.isSending) return;
    if (this.connection.isBehind) return this.connection.catchUp(); // the user didn't see what they selected
    if (!this.isOwnTurn) {
      if (this.isPlaying) void this.#explain([key]);
      return;
    }
    const keys = [...this.selection.selected, key];
    this.staging.pick(key);
    const { move, accepted } = this.selection.select(key, preferences.confirmsMoves);
    if (!accepted) return void this.#explain(keys);
    this.refusal = null;
    if (move !== undefined) void this.#sendMove(move, true);
  }

  confirmMove(): void {
    if (this.selection.pendingMove) void this.#sendMove(this.selection.confirm(), true);
  }

  stepBack(): void {
    this.selection.stepBack();
    this.refusal = null;
  }

  playLosingMove(): void {
    void this.#sendMove(this.selection.losingMove, false);
  }

  /** Close the message in the bar; with it goes the question whether to lose. */
  dismiss(): void {
    this.selection.losingMove = '';
    this.refusal = null;
  }

  async #sendMove(move: string, rejectLosing: boolean): Promise<void> {
    this.isSending = true;
    this.selection.losingMove = '';
    const { error } = await this.connection.request({ do: 'move', move, reject_losing: rejectLosing });
    this.isSending = false;
    if (error) this.#refuse(error);
    else this.refusal = null;
    if (error?.code === 'losing-move') this.selection.losingMove = move;
  }

  /** Show why no move starts with these targets or, if there is nothing to say, what the last one is. */
  async #explain(keys: string[]): Promise<void> {
    try {
      const problem = await this.connection.explain(keys);
      if (problem.code !== 'nothing') return this.#refuse(problem);
      const label = this.scene?.shapes.find(({ key }) => key === keys.at(-1))?.label;
      this.refusal = label ? { code: 'info', message: label } : null;
    } catch (error) {
      if (error instanceof ApiError) this.#refuse(error.problem);
    }
  }

  #refuse(problem: Problem): void {
    if (this.isOver && problem.code === 'game-over') return; // the bar says so already
    this.refusal = problem;
    playSound('refusal');
  }

  // ---- other requests ----

  /** Send a request, unless one is under way: a double click must not send it twice. */
  async send(request: TableRequest): Promise<void> {
    if (this.isSending) return;
    this.refusal = null;
    this.isSending = true;
    const { error } = await this.connection.request(request);
    this.isSending = false;
    if (error) this.#refuse(error);
  }

  async sit(slot: number): Promise<void> {
    await this.#session.ensureUser();
    await this.send({ do: 'sit', slot });
  }

  async resign(): Promise<void> {
    this.isResigning = false;
    await this.send({ do: 'resign' });
  }

  /** Send a chat line. Return whether the server took it. */
  async say(text: string): Promise<boolean> {
    const { error } = await this.connection.request({ do: 'say', text });
    if (error) this.#refuse(error);
    return !error;
  }

  takeDevice(): void {
    this.connection.viewFrom(this.passDeviceTo);
  }

  // ---- tabs ----

  #chatCount = $derived.by(
    () => this.connection.events.filter(({ kind, by }) => kind === 'chat-sent' && by !== this.userId).length,
  );
  chatPreview = $state.raw<{ name: string; text: string } | null>(null); // a new line, while the chat is closed
  #chatTimer = 0;
  unreadChat = $derived.by(() => (this.#isChatOpen ? 0 : this.#chatCount - this.#chatRead));

  get #isChatOpen(): boolean {
    return this.#tab === 'chat' && this.areTabsInSight();
  }

  get tab(): Tab {
    return this.#tab;
  }
  set tab(tab: Tab) {
    this.#noteChatRead();
    this.#tab = tab;
    if (this.#isChatOpen) this.hideChatPreview();
  }

  get isSheetOpen(): boolean {
    return this.#isSheetOpen;
  }
  set isSheetOpen(isOpen: boolean) {
    this.#noteChatRead();
    this.#isSheetOpen = isOpen;
    if (this.#isChatOpen) this.hideChatPreview();
  }

  #noteChatRead(): void {
    if (this.#isChatOpen) this.#chatRead = this.#chatCount;
  }

  openChat(): void {
    this.tab = 'chat';
    this.isSheetOpen = true;
  }

  /** Show another person's new chat line for a while, unless the chat is open. */
  #previewChat(events: EventView[]): void {
    const line = events.findLast((event) => event.kind === 'chat-sent' && event.by !== this.userId);
    if (line?.kind !== 'chat-sent' || !line.text || this.#isChatOpen) return;
    this.chatPreview = { name: this.people.get(line.by ?? '')?.name ?? '?', text: line.text };
    clearTimeout(this.#chatTimer);
    this.#chatTimer = window.setTimeout(() => this.hideChatPreview(), CHAT_PREVIEW_MS);
  }

  hideChatPreview(): void {
    clearTimeout(this.#chatTimer);
    this.chatPreview = null;
  }

  async showRule(rule: string): Promise<void> {
    this.tab = 'rules';
    this.isSheetOpen = true;
    this.rule = '';
    await tick(); // scrolls there again if the rule is the same as before
    this.rule = rule;
  }

  // ---- frames ----

  #shownScene: Scene | null = null;

  #handleFrame(events: EventView[], before: Snapshot | null, isSkipped: boolean): void {
    const isNewGame = !!before && before.game !== this.snapshot?.game;
    if (this.passDeviceTo !== null || isNewGame) this.connection.viewFrom(null); // hide all secrets
    const sceneBefore = this.#shownScene;
    this.#stage(events, !before || isNewGame || isSkipped);
    if (before) this.#handleChange(events, before, sceneBefore, isSkipped);
    else this.#handleFirstFrame(events);
    if (this.isOver && !before?.outcome) {
      this.dismiss(); // the result matters more
      this.isResigning = false;
    }
    this.selection.update();
  }

  #stage(events: EventView[], quiet: boolean): void {
    const restarts = events.some(({ kind }) => RESTARTING_EVENTS.includes(kind));
    this.staging.update(this.#shownScene, this.scene, {
      quiet: quiet || restarts || document.hidden || this.passDeviceTo !== null,
      isOwn: events.some((event) => event.kind === 'moved' && this.connection.isOwn(event)),
    });
    this.#shownScene = this.scene;
  }

  #handleFirstFrame(events: EventView[]): void {
    this.lastTurn.start(events, this.scene);
    void this.#restoreLastTurn();
    if (this.game && !this.#session.hasPlayed(this.game.id)) {
      this.tab = 'rules';
      this.#session.markPlayed(this.game.id);
    }
  }

  #handleChange(events: EventView[], before: Snapshot, sceneBefore: Scene | null, isSkipped: boolean): void {
    this.lastTurn.update(events, this.scene);
    const mayBeAway = !this.isAlone || document.hidden;
    const sound = soundFor(before, this.snapshot!, events, { id: this.userId, mayBeAway });
    if (sound && !isSkipped)
      playSound(sound, sceneBefore && this.scene ? kindOfAction(sceneBefore, this.scene) : undefined);
    const moves = events.filter(({ kind }) => kind === 'moved').length;
    if (moves) this.dismiss();
    this.#previewChat(events);
    if (events.some(({ kind }) => !SIDE_EVENTS.includes(kind)))
      this.notice = this.#describeRefusal(events, before);
    this.#announce(moves);
  }

  /** Say that the user's proposal was not accepted, or that one they were asked about is gone. */
  #describeRefusal(events: EventView[], { proposal }: Snapshot): string {
    if (!proposal || this.proposal || this.ownSeats.length !== 1) return '';
    const isOwn = this.ownSeats.includes(proposal.seat);
    const { what } = proposal;
    for (const event of events) {
      if (isOwn && event.kind === 'proposal-declined')
        return t('proposal-declined', { what, name: this.playerName(event.seat) });
      if (!isOwn && event.kind === 'proposal-withdrawn')
        return t('proposal-withdrawn', { what, name: this.playerName(event.seat) });
      if (isOwn && event.kind === 'moved') return t('proposal-lapsed', { what });
    }
    return '';
  }

  /** Find out which moves were the last ones when the page was loaded. */
  async #restoreLastTurn(): Promise<void> {
    const last = this.connection.moves.at(-1);
    if (!last || this.snapshot?.game == null) return;
    this.lastTurn.restoreSeat(last.seat);
    if (this.passDeviceTo !== null) return;
    try {
      const position = await this.connection.loadPosition(lastTurnStart(this.connection.moves));
      this.lastTurn.restoreBase(position.scene);
    } catch {
      // the board works without marks
    }
  }

  /** Tell screen readers about the last moves and about the turn. */
  #announce(moves: number): void {
    const lines = (moves ? this.connection.moves.slice(-moves) : []).flatMap(({ text }) =>
      text ? t('announced-move', { move: read(text) }) : [],
    );
    if (this.isOver) this.announcement = [read(this.snapshot?.outcome_text ?? ''), this.notice];
    else if (this.passDeviceTo !== null) {
      if (moves)
        this.announcement = [...lines, t('pass-device', { seat: this.seatTitle(this.passDeviceTo) })];
    } else {
      if (this.notice) lines.push(this.notice);
      const turn = this.isOwnTurn ? [t('announced-turn', { prompt: read(this.scene?.prompt ?? '') })] : [];
      const { moment } = this.staging;
      this.announcement = [...lines, ...(moment ? [read(moment.sentence)] : []), ...turn];
    }
  }
}
