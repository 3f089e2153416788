import { databaseErrorNumber } from './database-error';

/** Codes of Node, of the driver, and of our own pool (`POOL_TIMEOUT`). */
const awayCodes = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
  'POOL_TIMEOUT',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
]);

/** Error numbers of the database server, by cause. */
const numbers = {
  /** It has no room for another connection, no memory, or no thread. */
  full: [1037, 1038, 1040, 1041, 1129, 1135, 1203, 1226],
  /** It ended the statement or the connection, or lost it. */
  ended: [1053, 1105, 1152, 1156, 1157, 1158, 1159, 1160, 1161, 1184, 1317, 1927],
  /** Locks, deadlocks and deadlines of statements. */
  late: [1020, 1205, 1213, 1969, 3024],
  /** Its primary is another one now, or a backup holds its lock. */
  readOnly: [1223, 1290, 1792, 1836],
  /** Its disk is full or broken; below 100 are the errors of its library of files. */
  disk: [2, 3, 5, 20, 23, 27, 1004, 1021, 1024, 1026, 1030, 1114, 1598, 1878],
  /** A commit or a rollback was not completed, or the node is outside its cluster. */
  cluster: [1047, 1180, 1181, 1196, 3100, 3101],
};
const awayNumbers = new Set(Object.values(numbers).flat());

const awayMessages =
  /in closed state|Pool is closed|Queue limit reached|No connections available|is not established/;

/** Whether a statement met its deadline or waited too long for locks, while the database may serve others. */
export function isStatementLate(error: unknown): boolean {
  const cause = (error as { driverError?: unknown } | null)?.driverError ?? error;
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return code === 'PROTOCOL_SEQUENCE_TIMEOUT' || numbers.late.includes(databaseErrorNumber(error) ?? 0);
}

/**
 * Whether an error means that the database cannot serve now, rather than that a statement is wrong: the caller may try again.
 * What was asked may have been done all the same, where the connection was lost.
 */
export function isDatabaseAway(error: unknown): boolean {
  const cause = (error as { driverError?: unknown } | null)?.driverError ?? error;
  if (!(cause instanceof Error)) return false;
  const { code, syscall, fatal } = cause as NodeJS.ErrnoException & { fatal?: boolean };
  const number = databaseErrorNumber(error) ?? 0;
  // Errors of the server itself; numbers of the operating system are below zero.
  if (number > 0) return awayNumbers.has(number);
  // ENOENT of a socket means an absent server, of a file it does not.
  if (code === 'ENOENT') return syscall === 'connect';
  // The server has no TLS, or not the certificate that the address requires: it will not have it a moment later.
  if (code?.startsWith('HANDSHAKE_')) return false;
  // `fatal` errors ended the connection, such as a packet that the driver could not read.
  return fatal === true || awayCodes.has(code ?? '') || awayMessages.test(cause.message);
}
