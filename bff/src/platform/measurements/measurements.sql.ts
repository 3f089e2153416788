const larger = (figure: string) =>
  `${figure} = COALESCE(GREATEST(${figure}, VALUES(${figure})), ${figure}, VALUES(${figure}))`;

/** A server that starts again within a minute adds to it. The median, before the calls by which it is weighted. */
export const insertMinute = `
  INSERT INTO server_measurements (minute, server, calls, failed, median_ms, p99_ms, statement_p99_ms, pool_wait_p99_ms, cpu,
    memory_bytes, streams, messages_waiting)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON DUPLICATE KEY UPDATE
    median_ms = COALESCE((median_ms * calls + VALUES(median_ms) * VALUES(calls)) / NULLIF(calls + VALUES(calls), 0), median_ms,
      VALUES(median_ms)),
    calls = calls + VALUES(calls), failed = failed + VALUES(failed),
    ${['p99_ms', 'statement_p99_ms', 'pool_wait_p99_ms', 'cpu'].map(larger).join(', ')},
    memory_bytes = VALUES(memory_bytes), streams = VALUES(streams), messages_waiting = VALUES(messages_waiting)`;

/** Every server reports the waiting messages of the whole bank. */
const minutes = `
  SELECT minute, SUM(calls) AS calls, SUM(failed) AS failed, SUM(median_ms * calls) AS weighted,
    SUM(IF(median_ms IS NULL, 0, calls)) AS weight, MAX(p99_ms) AS p99_ms, MAX(statement_p99_ms) AS statement_p99_ms,
    MAX(pool_wait_p99_ms) AS pool_wait_p99_ms, MAX(cpu) AS cpu, MAX(memory_bytes) AS memory_bytes, SUM(streams) AS streams,
    MAX(messages_waiting) AS messages_waiting
  FROM server_measurements WHERE minute >= ? AND minute < ? GROUP BY minute`;

/** Placeholders: the start, the seconds of a step, and again the start and the end. */
export const steps = `
  SELECT FLOOR(TIMESTAMPDIFF(SECOND, ?, minute) / ?) AS step, COUNT(*) * 60 AS seconds, SUM(calls) AS calls, SUM(failed) AS failed,
    SUM(weighted) / NULLIF(SUM(weight), 0) AS median_ms, MAX(p99_ms) AS p99_ms, MAX(statement_p99_ms) AS statement_p99_ms,
    MAX(pool_wait_p99_ms) AS pool_wait_p99_ms, MAX(cpu) AS cpu, MAX(memory_bytes) AS memory_bytes, MAX(streams) AS streams,
    MAX(messages_waiting) AS messages_waiting
  FROM (${minutes}) minutes GROUP BY step`;

/** Those that measured since a moment, each with its newest minute. */
export const servers = `
  SELECT m.server AS name, m.minute, m.calls, m.p99_ms, m.cpu, m.memory_bytes, m.streams
  FROM server_measurements m
  JOIN (SELECT server, MAX(minute) AS minute FROM server_measurements WHERE minute >= ? GROUP BY server) newest
    ON newest.server = m.server AND newest.minute = m.minute
  ORDER BY m.server`;
