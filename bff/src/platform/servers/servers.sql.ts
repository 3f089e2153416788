/** A server that has not shown itself for so long has gone. */
const lifetime = 'INTERVAL 15 SECOND';

export const insertServer = `
  INSERT INTO servers (documents_store, releases_store, known_keys, seen_at) VALUES (?, ?, ?, UTC_TIMESTAMP(3))`;

/** Locks them, so that of two servers that start together one sees the other. */
export const otherServers = `
  SELECT documents_store AS documents, releases_store AS releases, known_keys AS knownKeys,
    seen_at > UTC_TIMESTAMP(3) - ${lifetime} AS isHere
  FROM servers WHERE id <> ? ORDER BY id FOR UPDATE`;

export const removeGone = `DELETE FROM servers WHERE id <> ? AND seen_at <= UTC_TIMESTAMP(3) - ${lifetime}`;

export const showServer = 'UPDATE servers SET seen_at = UTC_TIMESTAMP(3) WHERE id = ?';

/** Its keys stay known. */
export const leave = `UPDATE servers SET seen_at = UTC_TIMESTAMP(3) - ${lifetime} WHERE id = ?`;
