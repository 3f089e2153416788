import type { DataSource } from 'typeorm';
import { wholeNumber } from '../common/money-column';
import { beforeFirst, sealedColumns, sealOf, type SealedLine } from './audit-chain';

const sealsAtOnce = 5_000;

/** What makes the log untrustworthy, by the line of it. */
export interface BrokenSeal {
  problem: 'removed' | 'changed' | 'missing seal' | 'unsealed';
  /** The line's id; of a missing seal the position in the chain. */
  id: number;
}

export interface AuditVerification {
  broken: BrokenSeal[];
  /** How many lines are sealed, and the hash of the newest seal, to compare with what the server's own log says. */
  sealed: number;
  head: string;
}

type SealRow = { position: string; log_id: string; hash: Buffer } & (SealedLine | { id: null });

/**
 * Proves that the activity log is what was sealed: every seal follows from the one before it and its line, no position
 * is missing, and no line stands without a seal below one that was sealed later. The newest lines may still
 * wait for theirs.
 */
export async function verifyAudit(dataSource: DataSource): Promise<AuditVerification> {
  const broken: BrokenSeal[] = [];
  let sealed = 0;
  let hash: Buffer = beforeFirst;
  for (;;) {
    const rows = (await dataSource.query(
      `SELECT s.position, s.log_id, s.hash, ${sealedColumns}
       FROM audit_seals s LEFT JOIN audit_log l ON l.id = s.log_id
       WHERE s.position > ? ORDER BY s.position LIMIT ?`,
      [sealed, sealsAtOnce],
    )) as SealRow[];
    for (const row of rows) {
      const position = wholeNumber(row.position);
      for (let gap = sealed + 1; gap < position; gap += 1) broken.push({ problem: 'missing seal', id: gap });
      const whole = sealed + 1 === position;
      if (row.id === null) broken.push({ problem: 'removed', id: wholeNumber(row.log_id) });
      else if (whole && !sealOf(hash, row).equals(row.hash)) {
        broken.push({ problem: 'changed', id: wholeNumber(row.log_id) });
      }
      // What follows is judged by the seal that stands, so that one changed line accuses no other.
      [sealed, hash] = [position, row.hash];
    }
    if (rows.length < sealsAtOnce) break;
  }
  broken.push(...(await unsealed(dataSource)));
  return { broken, sealed, head: hash.toString('hex') };
}

/** Lines that were passed over for more than a minute while later ones were sealed. */
async function unsealed(dataSource: DataSource): Promise<BrokenSeal[]> {
  const rows = (await dataSource.query(
    `SELECT l.id FROM audit_log l LEFT JOIN audit_seals s ON s.log_id = l.id
     WHERE s.log_id IS NULL AND l.id < (SELECT MAX(log_id) FROM audit_seals)
       AND l.created_at < NOW(3) - INTERVAL 1 MINUTE ORDER BY l.id LIMIT 20`,
  )) as { id: string }[];
  return rows.map(({ id }) => ({ problem: 'unsealed', id: wholeNumber(id) }));
}
