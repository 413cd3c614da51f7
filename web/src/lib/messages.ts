/** Every text of the page. Each language has a catalogue like `english`; a missing text falls back to English.
 *
 * The server sends a game's texts in English. They pass through `translate`, so a catalogue can translate them by
 * pattern.
 */
import { ApiError } from './api';

const english = {
  title: 'Nodarium',
  tagline: (count: number) => {
    const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];
    return `${numbers[count] ?? count} games about nodes.`;
  },
  welcome: 'Take a seat at once, against a bot or with friends. No account is needed.',
  skip: 'Skip to the content',
  menu: 'Main menu',
  homeLink: 'Nodarium, front page',
  games: 'Games',
  lobby: 'Lobby',
  rules: 'Rules',
  rulesOf: (game: string) => `Rules of ${game}`,
  accountLink: 'You',
  useDarkTheme: 'Switch to the dark theme',
  useLightTheme: 'Switch to the light theme',
  mute: 'Mute all sounds',
  unmute: 'Sounds on',
  // home
  playerCount: (least: number, most: number) =>
    least === most ? `${most} players` : `${least} to ${most} players`,
  minutes: (count: number) => `${count} minutes`,
  designedBy: (designer: string) => `by ${designer}`,
  playBot: 'Play a bot',
  playFriend: 'Play a friend',
  playOnDevice: 'On this device',
  moreOptions: 'More choices',
  botLevel: 'Level of the bot',
  levelNames: {
    random: 'random',
    novice: 'novice',
    casual: 'casual',
    club: 'club',
    expert: 'expert',
    master: 'master',
  } as Record<string, string>,
  continueGames: 'Continue',
  yourGames: 'Your games',
  boardInProgress: (game: string) => `A game of ${game} in progress`,
  // new game
  gameOf: (game: string) => `A game of ${game}`,
  clock: 'Clock',
  noClock: 'No clock',
  perTurn: (seconds: number) => `${seconds} seconds a turn`,
  fischer: (minutes: number, more: number) =>
    more ? `${minutes} minutes + ${more} seconds` : `${minutes} minutes`,
  correspondence: (count: number) => (count === 1 ? '1 day a turn' : `${count} days a turn`),
  seriesLength: 'Games',
  singleGame: 'a single game',
  bestOf: (count: number) => `best of ${count}`,
  yourSeat: 'Your seat',
  opponents: 'Opponents',
  opponentKinds: {
    bot: 'bots',
    friend: 'friends with a link',
    anybody: 'anybody in the lobby',
    device: 'people on this device',
  } as Record<string, string>,
  rated: 'rated',
  ratedHint: 'changes the ratings of all who play; each needs an account',
  start: 'Start',
  yes: 'yes',
  no: 'no',
  // lobby
  lobbyIntro: 'Open tables wait for somebody; at the others you can watch.',
  openTables: 'Open tables',
  tablesInPlay: 'Being played',
  openTableFor: 'Open a table yourself:',
  noOpenTables: 'No table is open at the moment.',
  noTablesInPlay: 'Nobody plays in public at the moment.',
  join: 'Join',
  watch: 'Watch',
  emptySlot: 'free',
  // table
  yourTurn: 'Your turn',
  waitingForOthers: 'Waiting for the others.',
  waitingFor: (who: string) => `Waiting for ${who}.`,
  invite: 'Send this link to whoever shall play with you.',
  linkIsLocal:
    'It opens on this computer only; for others, run “nodarium serve --host 0.0.0.0” and come here by this computer’s address in the network.',
  copyLink: 'Copy the link',
  copied: 'Copied',
  sitDownAs: (name: string) => `Sit down as ${name}`,
  closeTable: 'Close the table',
  selectNext: 'choose what comes next',
  undo: 'Undo',
  stepBack: 'Step back',
  playLosingMove: 'Lose the game',
  reconsider: 'Think again',
  resign: 'Resign',
  confirmResign: 'Do you want to give up this game?',
  resignNow: 'Yes, resign',
  keepPlaying: 'Keep playing',
  offerDraw: 'Offer a draw',
  drawOffered: (name: string) => `${name} offers a draw.`,
  takeBackRequested: (name: string) => `${name} asks to take back a move.`,
  rematchRequested: (name: string) => `${name} wants to play again.`,
  proposalSent: {
    draw: 'You have offered a draw.',
    'take-back': 'You have asked to take back your move.',
    again: 'You want to play again.',
  } as Record<string, string>,
  proposalAgreed: 'You have agreed; others have not yet.',
  accept: 'Accept',
  decline: 'Decline',
  withdraw: 'Withdraw',
  claimVictory: 'Claim the game',
  rematch: 'Play again',
  reviewGame: 'Look through the game',
  offline: 'No connection. Trying again …',
  offlineWithPending: 'No connection. What you did just now is kept and will be sent. Trying again …',
  watching: 'You are watching.',
  passDevice: (name: string) => `Pass the device to ${name}.`,
  passDeviceHint: 'What is secret is covered until then.',
  takeDevice: (name: string) => `I am ${name}`,
  youSuffix: 'you',
  connected: 'connected',
  disconnected: 'away',
  botLabel: 'bot',
  botToAct: 'the bot',
  gamesWon: (count: number) => `${count} won`,
  ratingChange: (before: number, after: number) => `${before} → ${after}`,
  seatChanged: (name: string) => `You are ${name} now.`,
  log: 'Log',
  chat: 'Chat',
  hiddenMove: 'has chosen',
  turnNumber: (number: number) => `Turn ${number}`,
  noMoves: 'No move has been made yet.',
  chatPlaceholder: 'Say something',
  sendChat: 'Send',
  emptyChat: 'Nothing has been said yet.',
  chatForPlayers: 'Those who sit at the table can talk here.',
  board: 'Board',
  boardHint: 'Arrow keys walk along what you can choose, Enter chooses, Escape steps back.',
  close: 'Close',
  tabList: 'More',
  announceMove: (who: string, what: string) => `${who} ${what}.`,
  tableClosed: 'This table is closed.',
  // rules
  rulingMark: 'our ruling',
  book: 'rulebook',
  data: 'data',
  rulingHint: 'Where the rulebook is silent, we decided; such sentences are marked.',
  search: 'Find in the rules',
  noMatchingRule: 'No rule has these words.',
  unknownRule: (number: string) => `There is no rule ${number}.`,
  // review
  winners: (names: string) => `${names} won`,
  drawn: 'A draw',
  youWon: 'You won',
  youLost: 'You lost',
  positionOf: (at: number, of: number) => `Position ${at} of ${of}`,
  firstPosition: 'First position',
  previousMove: 'One move back',
  nextMove: 'One move on',
  lastPosition: 'Last position',
  playersView: 'what you knew',
  openView: 'what all players knew',
  viewLabel: 'Shown is',
  analysis: 'What a strong bot thinks',
  analysisProgress: (done: number, of: number) => `Thinking: ${done} of ${of} positions`,
  nothingToAnalyse: 'The game was over before there was anything to think about.',
  turningPoints: 'Turning points',
  bestMove: 'Best',
  bestLine: 'Best line here',
  valueChange: (points: number) =>
    points < 0 ? `gave away ${-points} %` : points > 0 ? `gained ${points} %` : 'changed nothing',
  gameEnded: 'the end of the game',
  valueChart: (name: string) => `Chances of ${name}`,
  playFromHere: 'Play from here',
  nothingToPlay: 'Here the game is over. Go back to an earlier position to play on from it.',
  downloadRecord: 'Download the record',
  verifyDeal: 'Verify the deal',
  dealVerified: 'The deal is the one that was committed to before the game.',
  dealMismatch: 'The deal does not fit its commitment.',
  needsSecureContext: 'This browser can only check digests on a secure connection.',
  commitment: (print: string) =>
    `Before the game the server fixed the deal with this fingerprint; now you can check it: ${print}`,
  backToTable: 'Back to the table',
  // account
  userName: 'Your name',
  changeName: 'Change the name',
  account: 'Account',
  accountHint:
    'With an account you can play rated games and come back on another device. Your games go with it.',
  accountName: 'Account name',
  password: 'Password',
  passwordHint: 'At least eight characters.',
  register: 'Open an account',
  logIn: 'Log in',
  logInAnyway: 'Log in anyway',
  replaceGuest: (name: string) =>
    `You are playing as ${name}, without an account. If you log in, ${name}’s games stay behind for good. To keep them, create an account instead.`,
  logOut: 'Log out',
  ratings: 'Ratings',
  gameCount: (count: number) => (count === 1 ? '1 game' : `${count} games`),
  noRatingsYet: 'No rated games yet.',
  noGamesYet: 'You have not played yet.',
  tableStatus: { open: 'open', playing: 'going on', over: 'finished', closed: 'closed' } as Record<
    string,
    string
  >,
  // errors
  notFound: 'There is nothing here.',
  goHome: 'To the front page',
  failed: 'Something went wrong.',
  unreachable: 'The server cannot be reached.',
  tryAgain: 'Try again',
  loading: 'One moment …',
  firstNames: ['Quiet', 'Bright', 'Swift', 'Calm', 'Keen', 'Merry', 'Clear', 'Bold'],
  secondNames: ['Comet', 'Lantern', 'Harbour', 'Meadow', 'Compass', 'Otter', 'Willow', 'Kestrel'],
};

export type Messages = typeof english;
interface Catalogue {
  page: Partial<Messages>;
  games: readonly (readonly [pattern: RegExp, translation: string])[];
}
const catalogues: Record<string, Catalogue> = { en: { page: english, games: [] } };

const language =
  navigator.languages.map((tag) => tag.split('-')[0] ?? '').find((code) => code in catalogues) ?? 'en';

export const messages: Messages = { ...english, ...catalogues[language]!.page };

/** Translate a game's text into the reader's language. */
export function translate(text: string): string {
  for (const [pattern, translation] of catalogues[language]!.games) {
    if (pattern.test(text)) return text.replace(pattern, translation);
  }
  return text;
}

/** Return the text for a key, or the key itself for a value that the page doesn't know yet. */
export function lookUp(table: Record<string, string>, key: string): string {
  return table[key] ?? key;
}

/** Return the server's sentence for a refused request, and a general one for any other error. */
export function describeError(error: unknown): string {
  return error instanceof ApiError ? error.message : messages.failed;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Split off a rule number in brackets at the end of a sentence. */
export function splitRule(text: string): { text: string; rule: string } {
  const match = /^(.*?)\s*\(([A-Z]-\d+)\)$/.exec(text);
  return match ? { text: match[1]!, rule: match[2]! } : { text, rule: '' };
}

export function formatPercent(fraction: number): string {
  return `${Math.round(fraction * 100)} %`;
}

/** Return the change of the mover's win probability, in percentage points. */
export function pointChange({ before, after }: { before: number; after: number }): number {
  return Math.round(after * 100) - Math.round(before * 100);
}
