/** Every text of the page. A language is a catalogue like `english`; what it leaves out is shown in English.
 *
 * Texts of games come with the games, in English, and pass through `say`: a catalogue can translate them too, by
 * patterns.
 */
const english = {
  title: 'Nodarium',
  tagline: (count: number) => {
    const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];
    return `${numbers[count] ?? count} games about nodes.`;
  },
  welcome: 'Take a seat at once, against a bot or with friends. No account is needed.',
  skip: 'Skip to the content',
  menu: 'Main menu',
  home: 'Nodarium, front page',
  play: 'Games',
  lobby: 'Lobby',
  rules: 'Rules',
  rulesOf: (game: string) => `Rules of ${game}`,
  me: 'You',
  dark: 'Switch to the dark theme',
  light: 'Switch to the light theme',
  mute: 'Mute all sounds',
  unmute: 'Sounds on',
  // front door
  players: (least: number, most: number) =>
    least === most ? `${most} players` : `${least} to ${most} players`,
  minutes: (count: number) => `${count} minutes`,
  by: (designer: string) => `by ${designer}`,
  playBot: 'Play a bot',
  playFriend: 'Play a friend',
  onThisDevice: 'On this device',
  moreChoices: 'More choices',
  level: 'Level of the bot',
  levels: {
    random: 'random',
    novice: 'novice',
    casual: 'casual',
    club: 'club',
    expert: 'expert',
    master: 'master',
  } as Record<string, string>,
  continueGames: 'Continue',
  yourGames: 'Your games',
  boardOf: (game: string) => `A game of ${game} in progress`,
  // settings of a table
  newGame: (game: string) => `A game of ${game}`,
  clock: 'Clock',
  noClock: 'No clock',
  perMove: (seconds: number) => `${seconds} seconds a turn`,
  perGame: (minutes: number, more: number) =>
    more ? `${minutes} minutes + ${more} seconds` : `${minutes} minutes`,
  days: (count: number) => (count === 1 ? '1 day a turn' : `${count} days a turn`),
  bestOf: 'Games',
  single: 'a single game',
  series: (count: number) => `best of ${count}`,
  yourSeat: 'Your seat',
  opponent: 'Opponents',
  bot: 'bots',
  friend: 'friends with a link',
  anybody: 'anybody in the lobby',
  device: 'people on this device',
  rated: 'rated',
  ratedHint: 'changes the ratings of all who play; each needs an account',
  start: 'Start',
  yes: 'yes',
  no: 'no',
  // lobby
  lobbyIntro: 'Open tables wait for somebody; at the others you can watch.',
  openTables: 'Open tables',
  playing: 'Being played',
  openOne: 'Open a table yourself:',
  nobody: 'No table is open at the moment.',
  nobodyPlays: 'Nobody plays in public at the moment.',
  join: 'Join',
  watch: 'Watch',
  free: 'free',
  // table
  yourTurn: 'Your turn',
  waiting: 'Waiting for the others.',
  waitingFor: (who: string) => `Waiting for ${who}.`,
  invite: 'Send this link to whoever shall play with you.',
  onlyHere:
    'It opens on this computer only; for others, run “nodarium serve --host 0.0.0.0” and come here by this computer’s address in the network.',
  copy: 'Copy the link',
  copied: 'Copied',
  sitAt: (name: string) => `Sit down as ${name}`,
  abort: 'Close the table',
  goOn: 'choose what comes next',
  undo: 'Undo',
  back: 'Step back',
  dare: 'Lose the game',
  think: 'Think again',
  resign: 'Resign',
  resignSure: 'Do you want to give up this game?',
  resignYes: 'Yes, resign',
  keepPlaying: 'Keep playing',
  draw: 'Offer a draw',
  drawOffered: (name: string) => `${name} offers a draw.`,
  takeBackAsked: (name: string) => `${name} asks to take back a move.`,
  againAsked: (name: string) => `${name} wants to play again.`,
  youProposed: {
    draw: 'You have offered a draw.',
    'take-back': 'You have asked to take back your move.',
    again: 'You want to play again.',
  } as Record<string, string>,
  youAgreed: 'You have agreed; others have not yet.',
  accept: 'Accept',
  decline: 'Decline',
  withdraw: 'Withdraw',
  claim: 'Claim the game',
  rematch: 'Play again',
  review: 'Look through the game',
  offline: 'No connection. Trying again …',
  offlineKept: 'No connection. What you did just now is kept and will be sent. Trying again …',
  watching: 'You are watching.',
  pass: (name: string) => `Pass the device to ${name}.`,
  passHint: 'What is secret is covered until then.',
  ready: (name: string) => `I am ${name}`,
  you: 'you',
  here: 'connected',
  away: 'away',
  aBot: 'bot',
  theBot: 'the bot',
  gamesWon: (count: number) => `${count} won`,
  rating: (before: number, after: number) => `${before} → ${after}`,
  nowYouAre: (name: string) => `You are ${name} now.`,
  log: 'Log',
  chat: 'Chat',
  hiddenMove: 'has chosen',
  turn: (number: number) => `Turn ${number}`,
  noMoves: 'No move has been made yet.',
  say: 'Say something',
  send: 'Send',
  noChat: 'Nothing has been said yet.',
  chatFor: 'Those who sit at the table can talk here.',
  board: 'Board',
  boardHint: 'Arrow keys walk along what you can choose, Enter chooses, Escape steps back.',
  close: 'Close',
  more: 'More',
  announce: (who: string, what: string) => `${who} ${what}.`,
  closedTable: 'This table is closed.',
  // rules
  ruling: 'our ruling',
  book: 'rulebook',
  data: 'data',
  rulingHint: 'Where the rulebook is silent, we decided; such sentences are marked.',
  search: 'Find in the rules',
  noRule: 'No rule has these words.',
  noSuchRule: (number: string) => `There is no rule ${number}.`,
  // review
  won: (names: string) => `${names} won`,
  drawn: 'A draw',
  youWon: 'You won',
  youLost: 'You lost',
  position: (at: number, of: number) => `Position ${at} of ${of}`,
  first: 'First position',
  previous: 'One move back',
  next: 'One move on',
  last: 'Last position',
  ownView: 'what you knew',
  allOpen: 'what all players knew',
  shown: 'Shown is',
  analysis: 'What a strong bot thinks',
  analysing: (done: number, of: number) => `Thinking: ${done} of ${of} positions`,
  nothingToAnalyse: 'The game was over before there was anything to think about.',
  turning: 'Turning points',
  best: 'Best',
  bestLine: 'Best line here',
  change: (points: number) =>
    points < 0 ? `gave away ${-points} %` : points > 0 ? `gained ${points} %` : 'changed nothing',
  ended: 'the end of the game',
  chartOf: (name: string) => `Chances of ${name}`,
  playFrom: 'Play from here',
  playFromEnd: 'Here the game is over. Go back to an earlier position to play on from it.',
  download: 'Download the record',
  verify: 'Verify the deal',
  verified: 'The deal is the one that was committed to before the game.',
  forged: 'The deal does not fit its commitment.',
  noSecure: 'This browser can only check digests on a secure connection.',
  commitment: (print: string) =>
    `Before the game the server fixed the deal with this fingerprint; now you can check it: ${print}`,
  backToTable: 'Back to the table',
  // you
  name: 'Your name',
  rename: 'Change the name',
  account: 'Account',
  accountHint:
    'With an account you can play rated games and come back on another device. Your games go with it.',
  accountName: 'Account name',
  password: 'Password',
  passwordHint: 'At least eight characters.',
  open: 'Open an account',
  login: 'Log in',
  logout: 'Log out',
  ratings: 'Ratings',
  games: (count: number) => (count === 1 ? '1 game' : `${count} games`),
  noRatings: 'No rated games yet.',
  noGames: 'You have not played yet.',
  status: { open: 'open', playing: 'going on', over: 'finished', closed: 'closed' } as Record<string, string>,
  // trouble
  nothing: 'There is nothing here.',
  toDoor: 'To the front page',
  trouble: 'Something went wrong.',
  unreachable: 'The server cannot be reached.',
  again: 'Try again',
  loading: 'One moment …',
  first_names: ['Quiet', 'Bright', 'Swift', 'Calm', 'Keen', 'Merry', 'Clear', 'Bold'],
  second_names: ['Comet', 'Lantern', 'Harbour', 'Meadow', 'Compass', 'Otter', 'Willow', 'Kestrel'],
};

export type Words = typeof english;
interface Catalogue {
  page: Partial<Words>;
  games: readonly (readonly [RegExp, string])[]; // what a text of a game looks like, and what stands for it
}
const catalogues: Record<string, Catalogue> = { en: { page: english, games: [] } };

const language =
  navigator.languages.map((one) => one.split('-')[0] ?? '').find((one) => one in catalogues) ?? 'en';

export const words: Words = { ...english, ...catalogues[language]!.page };

/** A text of a game in the reader's language. */
export function say(text: string): string {
  for (const [pattern, translation] of catalogues[language]!.games) {
    if (pattern.test(text)) return text.replace(pattern, translation);
  }
  return text;
}

/** The word of a table of words, or the key itself. */
export function word(table: Record<string, string>, key: string): string {
  return table[key] ?? key;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A sentence, and the rule in brackets at its end. */
export function sentence(text: string): { words: string; rule: string } {
  const found = /^(.*?)\s*\(([A-Z]-\d+)\)$/.exec(text);
  return found ? { words: found[1]!, rule: found[2]! } : { words: text, rule: '' };
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** By how many points of a hundred a move has changed the chances of whoever made it. */
export function change({ before, after }: { before: number; after: number }): number {
  return Math.round(after * 100) - Math.round(before * 100);
}
