import { Injectable } from '@nestjs/common';
import { idRow } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { dayMs } from '../../platform/time/durations';
import { likenessOf } from './event-keeper';
import type { ScoredEvent } from './scored-event';

/** The time in which a released action may be repeated. */
const passMilliseconds = 7 * dayMs;

const findPass = `
  SELECT id FROM rule_events
  WHERE likeness = ? AND at > ? AND action = 'hold' AND outcome = 'honest' AND passed_at IS NULL
  ORDER BY id LIMIT 1 FOR UPDATE`;
const usePass = 'UPDATE rule_events SET passed_at = ? WHERE id = ?';

/** Lets an event that a person released pass once when it is tried again. */
@Injectable()
export class RulePasses {
  /** Uses up the pass of an event, if there is one. @param happens keeps it for another try where the event does not happen. */
  async use(tx: Transaction, event: ScoredEvent, happens = true): Promise<boolean> {
    const since = new Date(event.at.getTime() - passMilliseconds);
    const pass = await tx.row(idRow, findPass, [likenessOf(event), since]);
    if (!pass) return false;
    if (happens) await tx.write(usePass, [event.at, pass.id]);
    return true;
  }
}
