/** The socket of the lobby: the listed tables and the public games, as they change. It reconnects by itself. */
import type { Gallery, Lobby, LobbyChange, TableSummary } from './api';
import { listedAfter, watchedAfter, type WatchedGame } from './lobby-list';

const RETRY_MS = 1500;

export class LobbyConnection {
  tables = $state.raw<readonly TableSummary[] | null>(null);
  games = $state.raw<readonly WatchedGame[]>([]);
  #socket: WebSocket | null = null;
  #timer = 0;
  #isClosed = false;

  open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#socket = new WebSocket(`${scheme}://${location.host}/api/lobby?games=true`);
    this.#socket.onmessage = (message) => {
      const data = JSON.parse(String(message.data)) as Gallery | Lobby | LobbyChange;
      if ('shown' in data) this.games = watchedAfter(this.games, data);
      else this.tables = listedAfter(this.tables, data);
    };
    this.#socket.onclose = () => {
      if (!this.#isClosed) this.#timer = window.setTimeout(() => this.open(), RETRY_MS);
    };
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }
}
