import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../progress.mjs';

/** The time-outs of a replica to apply its received transactions, and of a new primary to get its first replica, ms. */
const APPLY_MS = 10_000;
const ATTACH_MS = 5_000;
/** Statements about replication may wait for its threads, ms. */
const PATIENT_MS = 8_000;
/** The source lacks the replica's position: one of both has transactions that the other has not. */
const CANNOT_CONTINUE = 1236;

/** @typedef {import('./node-database.mjs').NodeDatabase} NodeDatabase */

/** The number of the last transaction in a position such as `0-2-314`, of the one domain that the cluster uses. */
export const numberOf = (/** @type {string} */ position) =>
  Number(/(?:^|,)0-\d+-(\d+)/.exec(position ?? '')?.[1] ?? 0);

const looks = `
SELECT @@read_only AS isReadOnly, @@gtid_binlog_pos AS written, @@gtid_slave_pos AS applied;
SHOW SLAVE STATUS;
SHOW GLOBAL STATUS LIKE 'Rpl_semi_sync_master_clients'`;

/**
 * How the database stands in the replication. @throws the driver's error
 * @param {NodeDatabase} database
 */
export async function replicationState(database) {
  const [[own], [replica], [clients]] = await database.query(looks);
  const isStarted =
    replica !== undefined && replica.Slave_SQL_Running === 'Yes' && replica.Slave_IO_Running !== 'No';
  const received = Math.max(numberOf(own.written), replica ? numberOf(replica.Gtid_IO_Pos) : 0);
  return {
    writable: Number(own.isReadOnly) === 0,
    written: own.written,
    position: received,
    isStarted,
    cannotContinue: Number(replica?.Last_IO_Errno) === CANNOT_CONTINUE,
    cannotApply: replica !== undefined && Number(replica.Last_SQL_Errno) !== 0,
    replicas: Number(clients?.Value ?? 0),
  };
}

/**
 * The numbers of the last transaction that it applied, and of the last that it has received and is applying: what a stopped thread
 * has not applied is fetched again.
 * @param {NodeDatabase} database
 */
async function standing(database) {
  const [[own], [replica]] = await database.query(looks);
  const applied = numberOf(own.written);
  const isApplying = replica?.Slave_SQL_Running === 'Yes';
  return { applied, received: isApplying ? Math.max(applied, numberOf(replica.Gtid_IO_Pos)) : applied };
}

/**
 * Stops receiving from the source, so that nothing can be acknowledged to it any more. What was received may still be applied
 * afterwards: a node that has much to apply must not delay the promotion of another.
 * @param {NodeDatabase} database
 */
export async function stopReceiving(database) {
  await database.query('STOP SLAVE IO_THREAD', [], PATIENT_MS);
  return standing(database);
}

/**
 * Waits until what was received is applied. @throws CliError when that ends before, or not in time
 * @param {NodeDatabase} database
 * @param {number} position the number of the last transaction that was received
 */
export async function applyReceived(database, position) {
  for (const end = Date.now() + APPLY_MS; ; await sleep(20)) {
    const { applied, received } = await standing(database);
    if (applied >= position) return;
    if (received < position || Date.now() > end)
      throw new CliError('What was received is not applied in time.');
  }
}

/** Ends the replication from a source and asks for acknowledgements from now on; clients cannot write yet. */
export async function prepareOpening(/** @type {NodeDatabase} */ database) {
  await database.query(
    'STOP SLAVE; RESET SLAVE ALL; SET GLOBAL rpl_semi_sync_master_enabled = ON',
    [],
    PATIENT_MS,
  );
}

/** Lets clients write, once a replica is connected to acknowledge. @throws CliError without one in time */
export async function openForClients(/** @type {NodeDatabase} */ database) {
  for (const end = Date.now() + ATTACH_MS; ; await sleep(20)) {
    const { replicas } = await replicationState(database);
    if (replicas > 0) break;
    if (Date.now() > end) throw new CliError('No replica connected.');
  }
  await database.query('SET GLOBAL read_only = OFF');
}

/**
 * Begins, or begins again, to replicate from a source. Everything that this node has is in its own log.
 * @param {NodeDatabase} database
 * @param {{ port: number, password: string }} source
 */
export async function replicateFrom(database, { port, password }) {
  await database.query('STOP SLAVE', [], PATIENT_MS);
  await database.query(
    `SET GLOBAL rpl_semi_sync_master_enabled = OFF;
     RESET SLAVE ALL;
     SET GLOBAL gtid_slave_pos = @@gtid_binlog_pos;
     CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${port}, MASTER_USER = 'cluster_replica',
       MASTER_PASSWORD = ?, MASTER_USE_GTID = slave_pos, MASTER_HEARTBEAT_PERIOD = 2, MASTER_CONNECT_RETRY = 1;
     START SLAVE`,
    [password],
    PATIENT_MS,
  );
}
