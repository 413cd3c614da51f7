import type { Lobby, LobbyChange, TableSummary } from './api';

/** Return the listed tables after a message about them: the whole list, or what has changed. */
export function listedAfter(
  known: readonly TableSummary[] | null,
  message: Partial<Lobby> | LobbyChange,
): readonly TableSummary[] | null {
  if ('tables' in message && message.tables) return message.tables;
  if (!known || !('version' in message)) return known; // an error that closes the socket
  const change = message as LobbyChange;
  const gone = new Set([...(change.removed ?? []), ...(change.changed ?? []).map(({ id }) => id)]);
  const tables = [...(change.changed ?? []), ...known.filter(({ id }) => !gone.has(id))];
  return tables.sort((one, other) => other.created - one.created);
}
