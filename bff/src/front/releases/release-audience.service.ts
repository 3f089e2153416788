import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/time/clock.service';
import { Config } from '../../platform/config/config';
import { bytes, rowOf, whole } from '../../platform/database/columns';
import { type Connection, Database, listOf } from '../../platform/database/database';
import { type Sender, senderDigest } from './visit';

/** The visitors that are counted one by one; above, their number is estimated with a standard error of 3 %. */
const sampleSize = 1_000;

/** What is kept of each digest. */
const digestBytes = 16;

/** How long a limit of the sample is used before it is read again, ms. */
const limitMs = 60_000;
const limitsKept = 5_000;

const insert =
  'INSERT IGNORE INTO release_visits (release_id, group_id, visitor, seen_at) VALUES (?, ?, ?, ?)';
const readLimit = `
  SELECT visitor FROM release_visits WHERE release_id = ? AND group_id = ?
  ORDER BY visitor LIMIT 1 OFFSET ${sampleSize - 1}`;
const limitRow = rowOf({ visitor: bytes });

const countRow = rowOf({ releaseId: whole, groupId: whole, seen: whole, edge: bytes.nullable() });

/** How many visitors a release had, and how many of them an error, by `keyOf`. */
export type VisitorCounts = ReadonlyMap<string, number>;

export const keyOf = (releaseId: number, groupId: number | null): string => `${releaseId} ${groupId ?? 0}`;

/**
 * Counts the visitors of releases and of their errors without a cookie: by a keyed digest of network and browser. Kept are
 * the thousand smallest digests of each, since a million visitors need no million rows (bottom-k sketch: the k-th smallest
 * of evenly spread numbers determines how many there are).
 */
@Injectable()
export class ReleaseAudience {
  private readonly limits = new Map<string, { visitor: Buffer | undefined; readAt: number }>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Counts a visitor of a release: of a group of errors, or (null) among all. */
  async add(releaseId: number, groupId: number | null, sender: Sender): Promise<void> {
    const visitor = senderDigest(sender, 'visit', this.config).subarray(0, digestBytes);
    const limit = await this.limitOf(releaseId, groupId);
    if (limit && visitor.compare(limit) > 0) return;
    await this.database.write(insert, [releaseId, groupId ?? 0, visitor, this.clock.now()]);
  }

  /** The visitors of releases and of groups of errors in them. */
  async counts(connection: Connection, releaseIds: number[], groupIds: number[]): Promise<VisitorCounts> {
    if (releaseIds.length === 0) return new Map();
    const groups = [0, ...groupIds];
    const rows = await connection.rows(
      countRow,
      `SELECT release_id AS releaseId, group_id AS groupId, COUNT(*) AS seen,
         MAX(IF(place = ${sampleSize}, visitor, NULL)) AS edge
       FROM (
         SELECT release_id, group_id, visitor,
           ROW_NUMBER() OVER (PARTITION BY release_id, group_id ORDER BY visitor) AS place
         FROM release_visits WHERE release_id IN (${listOf(releaseIds)}) AND group_id IN (${listOf(groups)})
       ) visits GROUP BY release_id, group_id`,
      [...releaseIds, ...groups],
    );
    return new Map(
      rows.map(({ releaseId, groupId, seen, edge }) => [keyOf(releaseId, groupId), estimated(seen, edge)]),
    );
  }

  /** The digest above which a visitor is outside the sample; it only falls, so that an old one is merely generous. */
  private async limitOf(releaseId: number, groupId: number | null): Promise<Buffer | undefined> {
    const key = keyOf(releaseId, groupId);
    const known = this.limits.get(key);
    const now = this.clock.now().getTime();
    if (known && now - known.readAt < limitMs) return known.visitor;
    const row = await this.database.row(limitRow, readLimit, [releaseId, groupId ?? 0]);
    if (this.limits.size >= limitsKept) this.limits.clear();
    this.limits.set(key, { visitor: row?.visitor, readAt: now });
    return row?.visitor;
  }
}

/** The visitors behind a sample, whose digests are spread evenly from 0 to 2^64. */
const estimated = (seen: number, edge: Buffer | null): number =>
  edge ? Math.round((sampleSize - 1) / (Number(edge.readBigUInt64BE()) / 2 ** 64)) : seen;
