import { z } from 'zod';
import { bytes, idRow, rowOf, whole } from '../database/columns';
import type { Database } from '../database/database';
import { beforeFirst, sealedColumns, sealedLine, sealOf } from './audit-chain';

const sealsAtOnce = 5_000;

interface BrokenSeal {
  problem: 'removed' | 'changed' | 'missing seal' | 'unsealed';
  /** The id of the line; for a missing seal, the position in the chain. */
  id: number;
}

interface AuditVerification {
  broken: BrokenSeal[];
  /** The number of sealed lines, and the newest seal, to compare with the server's log. */
  sealed: number;
  head: string;
}

const seal = rowOf({ position: whole, log_id: whole, hash: bytes });
/** A seal with its line; `id` is NULL for a removed line. */
const sealRow = z.union([sealedLine.extend(seal.shape), seal.extend({ id: z.null() })]);

/**
 * Verifies the hash chain of the activity log: every seal matches its line and predecessor, no position is missing, and no
 * line but the newest is unsealed.
 */
export async function verifyAudit(database: Database): Promise<AuditVerification> {
  const broken: BrokenSeal[] = [];
  let sealed = 0;
  let hash: Buffer = beforeFirst;
  for (;;) {
    const rows = await database.rows(
      sealRow,
      `SELECT s.position, s.log_id, s.hash, ${sealedColumns}
       FROM audit_seals s LEFT JOIN audit_log l ON l.id = s.log_id
       WHERE s.position > ? ORDER BY s.position LIMIT ?`,
      [sealed, sealsAtOnce],
    );
    for (const row of rows) {
      const { position, log_id: id } = row;
      for (let gap = sealed + 1; gap < position; gap += 1) broken.push({ problem: 'missing seal', id: gap });
      const followsDirectly = sealed + 1 === position;
      if (row.id === null) broken.push({ problem: 'removed', id });
      else if (followsDirectly && !sealOf(hash, row).equals(row.hash)) {
        broken.push({ problem: 'changed', id });
      }
      // Continues from the stored seal, so that one changed line is reported once.
      [sealed, hash] = [position, row.hash];
    }
    if (rows.length < sealsAtOnce) break;
  }
  broken.push(...(await unsealed(database)));
  return { broken, sealed, head: hash.toString('hex') };
}

/** Lines older than a minute without a seal although later ones have one. */
async function unsealed(database: Database): Promise<BrokenSeal[]> {
  const rows = await database.rows(
    idRow,
    `SELECT l.id FROM audit_log l LEFT JOIN audit_seals s ON s.log_id = l.id
     WHERE s.log_id IS NULL AND l.id < (SELECT MAX(log_id) FROM audit_seals)
       AND l.created_at < NOW(3) - INTERVAL 1 MINUTE ORDER BY l.id LIMIT 20`,
  );
  return rows.map(({ id }) => ({ problem: 'unsealed', id }));
}
