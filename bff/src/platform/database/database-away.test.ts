import { HttpException } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import { toErrorResponse } from '../http/api-exception.filter';
import { isDatabaseAway } from './database-away';

const ofServer = (errno: number, code: string, more = {}) =>
  Object.assign(new Error(`the server said ${code}`), { errno, code, sqlState: 'HY000', ...more });
const ofDriver = (message: string, more = {}) => Object.assign(new Error(message), more);
const ofSystem = (code: string, errno: number) =>
  ofDriver(`write ${code}`, { code, errno, syscall: 'write' });

const away: [fault: string, error: Error][] = [
  ['too many connections', ofServer(1040, 'ER_CON_COUNT_ERROR', { fatal: true })],
  ['too many connections of the account', ofServer(1203, 'ER_TOO_MANY_USER_CONNECTIONS')],
  ['the resources of the account', ofServer(1226, 'ER_USER_LIMIT_REACHED')],
  ['an address that is blocked after broken connections', ofServer(1129, 'ER_HOST_IS_BLOCKED')],
  ['no memory', ofServer(1037, 'ER_OUTOFMEMORY')],
  ['no thread', ofServer(1135, 'ER_CANT_CREATE_THREAD')],
  ['a server that stops', ofServer(1053, 'ER_SERVER_SHUTDOWN')],
  ['a server that aborts the connection', ofServer(1152, 'ER_ABORTING_CONNECTION')],
  ['packets out of order', ofServer(1156, 'ER_NET_PACKETS_OUT_OF_ORDER')],
  ['a packet that does not arrive', ofServer(1158, 'ER_NET_READ_ERROR')],
  ['a packet that is late', ofServer(1159, 'ER_NET_READ_INTERRUPTED')],
  ['a packet that does not leave', ofServer(1160, 'ER_NET_ERROR_ON_WRITE')],
  ['a packet that leaves late', ofServer(1161, 'ER_NET_WRITE_INTERRUPTED')],
  ['a new connection that is aborted', ofServer(1184, 'ER_NEW_ABORTING_CONNECTION')],
  ['a statement that was killed', ofServer(1317, 'ER_QUERY_INTERRUPTED')],
  ['a connection that was killed', ofServer(1927, 'ER_CONNECTION_KILLED')],
  ['a row that changed since it was read', ofServer(1020, 'ER_CHECKREAD')],
  ['a lock that is held', ofServer(1205, 'ER_LOCK_WAIT_TIMEOUT')],
  ['a deadlock of a statement by itself', ofServer(1213, 'ER_LOCK_DEADLOCK', { sqlState: '40001' })],
  ['a statement over its deadline (MariaDB)', ofServer(1969, 'ER_STATEMENT_TIMEOUT')],
  ['a statement over its deadline (MySQL)', ofServer(3024, 'ER_QUERY_TIMEOUT')],
  ['a lock of a backup', ofServer(1223, 'ER_CANT_UPDATE_WITH_READLOCK')],
  ['a node that was demoted', ofServer(1290, 'ER_OPTION_PREVENTS_STATEMENT')],
  ['a transaction that may only read', ofServer(1792, 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION')],
  ['a server in read-only mode', ofServer(1836, 'ER_READ_ONLY_MODE')],
  ['a log that cannot be written', ofServer(3, 'EE_WRITE')],
  ['a disk that is full, said by the library of files', ofServer(20, 'EE_DISKFULL')],
  ['a full disk', ofServer(1021, 'ER_DISK_FULL')],
  ['a file that cannot be read', ofServer(1024, 'ER_ERROR_ON_READ')],
  ['a file that cannot be written', ofServer(1026, 'ER_ERROR_ON_WRITE')],
  ['an error of the engine, such as 28 for no space', ofServer(1030, 'ER_GET_ERRNO')],
  ['a table that has no space', ofServer(1114, 'ER_RECORD_FILE_FULL')],
  ['a binary log that cannot go on', ofServer(1598, 'ER_BINLOG_LOGGING_IMPOSSIBLE')],
  ['a temporary file that has no space', ofServer(1878, 'ER_TEMP_FILE_WRITE_FAILURE')],
  ['a node outside its cluster', ofServer(1047, 'ER_UNKNOWN_COM_ERROR')],
  ['a commit that failed', ofServer(1180, 'ER_ERROR_DURING_COMMIT')],
  ['a rollback that failed', ofServer(1181, 'ER_ERROR_DURING_ROLLBACK')],
  ['a rollback that is not whole', ofServer(1196, 'ER_WARNING_NOT_COMPLETE_ROLLBACK')],
  ['a commit that its group did not agree to', ofServer(3100, 'ER_RUN_HOOK_ERROR')],
  ['a transaction that its group rolled back', ofServer(3101, 'ER_TRANSACTION_ROLLBACK_DURING_COMMIT')],
  ['a connection that was lost', ofDriver('Connection lost', { code: 'PROTOCOL_CONNECTION_LOST' })],
  ['a connection that was reset', ofSystem('ECONNRESET', -104)],
  ['a connection whose other end is closed', ofSystem('EPIPE', -32)],
  ['a network that is away', ofSystem('ENETUNREACH', -101)],
  ['no server on the port', ofSystem('ECONNREFUSED', -111)],
  ['no server at the socket', ofDriver('connect ENOENT', { code: 'ENOENT', errno: -2, syscall: 'connect' })],
  [
    'a connection that does not come about',
    ofDriver('connect ETIMEDOUT', { code: 'ETIMEDOUT', fatal: true }),
  ],
  ['a statement without an answer', ofDriver('Query inactivity', { code: 'PROTOCOL_SEQUENCE_TIMEOUT' })],
  ['a packet that the driver cannot read', Object.assign(new TypeError('undefined'), { fatal: true })],
  ['a packet nobody asked for', ofDriver('Unexpected', { code: 'PROTOCOL_UNEXPECTED_PACKET', fatal: true })],
  ['a socket that was destroyed', ofDriver('destroyed', { code: 'ERR_STREAM_DESTROYED' })],
  ['no free connection in time', ofDriver('no connection became free', { code: 'POOL_TIMEOUT' })],
  ['a closed connection', ofDriver("Can't add new command when connection is in closed state")],
  ['a closed connection that is written to', ofDriver("Can't write in closed state")],
  ['a closed pool', ofDriver('Pool is closed.')],
  ['a pool whose queue is full', ofDriver('Queue limit reached.')],
];

const wrong: [fault: string, error: unknown][] = [
  ['a duplicate key', ofServer(1062, 'ER_DUP_ENTRY')],
  ['a statement that cannot be read', ofServer(1064, 'ER_PARSE_ERROR')],
  ['an unknown table', ofServer(1146, 'ER_NO_SUCH_TABLE')],
  [
    'a server without TLS',
    ofDriver('Server does not support secure connection', { code: 'HANDSHAKE_NO_SSL_SUPPORT', fatal: true }),
  ],
  ['a wrong certificate', ofDriver('self-signed certificate', { code: 'HANDSHAKE_SSL_ERROR', fatal: true })],
  ['a wrong password, which ends the connection too', ofServer(1045, 'ER_ACCESS_DENIED', { fatal: true })],
  ['a trigger that refuses a row', ofServer(1644, 'ER_SIGNAL_EXCEPTION')],
  ['a broken constraint', ofServer(4025, 'ER_CONSTRAINT_FAILED')],
  ['a file that is not there', ofDriver('open', { code: 'ENOENT', errno: -2, syscall: 'open' })],
  ['a defect', new TypeError('x is undefined')],
  ['a text', 'Pool is closed.'],
  ['nothing', null],
];

const statement = 'SELECT 1';

describe('an error of the database', () => {
  it.each(away)('is 503 for %s, also as TypeORM hands it on', (_fault, error) => {
    for (const thrown of [error, new QueryFailedError(statement, [], error)]) {
      expect(isDatabaseAway(thrown)).toBe(true);
      const { status, body, headers } = toErrorResponse(thrown, 'fr', 'r');
      expect([status, body.code, headers['Retry-After']]).toEqual([503, 'UNAVAILABLE', '5']);
    }
  });

  it.each(wrong)('is a defect, and 500, for %s', (_fault, error) => {
    expect(isDatabaseAway(error)).toBe(false);
    expect(toErrorResponse(error, 'fr', 'r')).toMatchObject({ status: 500, body: { code: 'INTERNAL' } });
  });

  it('does not include refusals of other parts', () => {
    expect(isDatabaseAway(new HttpException('gone', 410))).toBe(false);
  });
});
