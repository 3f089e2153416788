import { createHash } from 'node:crypto';
import { type Statement } from '../../platform/database/database';
import type { Addition } from './counter-book';
import type { Decision } from './engine';
import type { ScoredEvent } from './scored-event';
import type { Mark } from './series-pool';
import { insertEvents, insertHit, storeAdditions } from './rules.sql';

interface Kept {
  event: ScoredEvent;
  decision: Decision;
  /** False for a stopped event. */
  isCounted: boolean;
  caseId?: number | undefined;
}

/**
 * The statements that store events and their additions to the counters: few for each table, however many events.
 * @param marks of the series, as they are stored
 */
export function storeScored(
  kept: Kept[],
  additions: Addition[] = [],
  marks?: ReadonlyMap<string, Mark>,
): Statement[] {
  const quiet = kept.filter(({ decision }) => decision.hits.length === 0).map(toRow);
  const noticed = kept.filter(({ decision }) => decision.hits.length > 0);
  return [
    ...storeAdditions(additions, marks),
    ...(quiet.length > 0 ? [insertion(quiet)] : []),
    ...noticed.flatMap((each) => [insertion([toRow(each)]), ...hitsOf(each)]),
  ];
}

const insertion = (rows: unknown[][]): Statement => [`${insertEvents} ?`, [rows]];

const hitsOf = ({ event, decision }: Kept) =>
  decision.hits.map(({ id, version }): Statement => [insertHit, [id, event.at, version]]);

const toRow = ({ event, decision, isCounted, caseId }: Kept): unknown[] => [
  event.at,
  event.kind,
  event.userId,
  JSON.stringify(event.facts),
  JSON.stringify(event.keys),
  decision.action,
  Math.min(decision.weight, 65_535),
  isCounted,
  caseId ?? null,
  likenessOf(event),
];

/** The same for the same thing tried again, whatever the device and the moment. */
export function likenessOf({ kind, userId, facts, keys }: ScoredEvent): Buffer {
  const { recipient, payee, card, document } = keys;
  const what = [kind, userId, recipient, payee, card, document, facts.amount, facts.changed];
  return createHash('sha256').update(JSON.stringify(what)).digest().subarray(0, 16);
}
