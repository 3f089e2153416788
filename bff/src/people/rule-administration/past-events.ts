import { ruleOutcomes } from '@bank/contracts/rules';
import { ruleActions, ruleEvents } from '@bank/contracts/rule-words';
import { z } from 'zod';
import type { Connection } from '../../platform/database/database';
import { flag, moment, rowOf, text, whole } from '../../platform/database/columns';
import type { EventKeys, Facts } from '../rules/scored-event';
import type { PastEvent } from './replay';

/** Events of one statement. */
const slice = 5_000;

const select = `
  SELECT id, at, kind, user_id AS userId, CONCAT('[', facts, ',', event_keys, ']') AS known, action, outcome, counted AS isCounted
  FROM rule_events WHERE id > ? AND id <= ? ORDER BY id LIMIT ?`;
const eventRow = rowOf({
  id: whole,
  at: moment,
  kind: z.enum(ruleEvents),
  userId: whole,
  known: text,
  action: z.enum(ruleActions),
  outcome: z.enum(ruleOutcomes),
  isCounted: flag,
});

/** The ids of the first and the last event from a moment on; undefined without one. */
export async function idsSince(
  connection: Connection,
  since: Date,
): Promise<{ first: number; last: number } | undefined> {
  const edge = (order: 'ASC' | 'DESC') =>
    connection.count(`SELECT id FROM rule_events WHERE at >= ? ORDER BY at ${order}, id ${order} LIMIT 1`, [
      since,
    ]);
  const [first, last] = [await edge('ASC'), await edge('DESC')];
  return first === 0 ? undefined : { first, last };
}

/** Events in the order of their ids, in slices, with the facts and keys that the engine stored. */
export async function* pastEvents(
  connection: Connection,
  { first, last }: { first: number; last: number },
): AsyncGenerator<PastEvent[]> {
  for (let after = first - 1; after < last;) {
    const rows = await connection.rows(eventRow, select, [after, last, slice]);
    const newest = rows.at(-1);
    if (!newest) return;
    after = newest.id;
    yield rows.map(({ known, ...row }) => {
      const [facts, keys] = JSON.parse(known) as [Facts, EventKeys];
      return { ...row, facts, keys };
    });
  }
}
