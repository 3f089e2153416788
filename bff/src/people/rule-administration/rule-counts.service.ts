import { Injectable } from '@nestjs/common';
import type { RuleCount, RuleDefinition } from '@bank/contracts/rules';
import { windowHours } from '@bank/contracts/rule-words';
import { Database } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import { dayMs, hourMs } from '../../platform/time/durations';
import { judgeOf } from '../rules/engine';
import { CounterBook } from '../rules/counter-book';
import { idsSince, pastEvents } from './past-events';
import { hitDays } from './rule-reader.service';

/** The newest events that a form's count looks at: it must answer while somebody edits. */
const looksAt = 20_000;

/** Counts the recent events that a definition would have caught, for the form. */
@Injectable()
export class RuleCountsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Counts the hits of the last 30 days among the newest events; windows before them are filled from as many. */
  async count(definition: RuleDefinition): Promise<RuleCount> {
    const now = this.clock.now().getTime();
    const since = new Date(now - hitDays * dayMs);
    const ids = await idsSince(this.database, new Date(since.getTime() - Math.max(...windowHours) * hourMs));
    if (!ids) return { since: since.toISOString(), events: 0, hits: 0 };
    const judge = judgeOf([{ id: 0, version: 0, definition: { ...definition, enabled: true } }]);
    const book = new CounterBook();
    const found = { events: 0, hits: 0, since };
    const from = Math.max(ids.first, ids.last - looksAt + 1);
    for await (const events of pastEvents(this.database, {
      ...ids,
      first: Math.max(ids.first, from - looksAt),
    })) {
      for (const event of events) {
        const isAsked = event.at >= since && event.id >= from;
        if (isAsked && found.events === 0 && from > ids.first) found.since = event.at;
        if (isAsked) {
          found.events += 1;
          if (judge(event, book).hits.length > 0) found.hits += 1;
        }
        if (event.isCounted) book.count(event);
      }
    }
    return { ...found, since: found.since.toISOString() };
  }
}
