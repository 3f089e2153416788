import { CounterBook } from '../../../bff/src/people/rules/counter-book';
import { incomeOf } from '../../../bff/src/people/rules/income';
import { type ActiveRule, judgeOf } from '../../../bff/src/people/rules/engine';
import { firstRules } from '../../../bff/src/seed/first-rules';
import type { StoryEvent } from './stories';

const activeRules: ActiveRule[] = firstRules.map((definition, index) => ({
  id: index + 1,
  version: 1,
  definition,
}));

export interface Recall {
  name: string;
  /** Fraud stories of the rule, and those whose last event it noticed. */
  stories: number;
  found: number;
  /** Events of honest stories that it noticed. */
  falseAlarms: number;
}

/** Judges the events of stories, in the order of time, by the demonstration's rules. */
export function recallOf(events: StoryEvent[]): { rules: Recall[]; honestEvents: number; anyRule: number } {
  const book = new CounterBook();
  const judge = judgeOf(activeRules);
  const rules = new Map(
    activeRules.map(({ definition: { name } }) => [
      name.en,
      { name: name.en, stories: 0, found: 0, falseAlarms: 0 },
    ]),
  );
  const result = { honestEvents: 0, anyRule: 0 };
  for (const event of events) {
    if (event.kind === 'transfer' || event.kind === 'payment') {
      Object.assign(event.facts, incomeOf(event, book, event.outside ?? { received: 0, senders: 0 }));
    }
    const { hits } = judge(event, book);
    const names = hits.map(({ definition }) => definition.name.en);
    const wanted = event.fraud === undefined ? undefined : rules.get(event.fraud);
    if (wanted) {
      wanted.stories += 1;
      if (names.includes(wanted.name)) wanted.found += 1;
      if (names.length > 0) result.anyRule += 1;
    } else if (event.userId < 1_000_000) {
      result.honestEvents += 1;
      for (const name of names) rules.get(name)!.falseAlarms += 1;
    }
    book.count(event);
  }
  return { rules: [...rules.values()], ...result };
}
