import { useEffect, useState } from 'react';
import { type RuleDefinition, ruleDefinition } from '@bank/contracts/rules';
import { QueryError } from '@bank/client/query-boundary';
import { useFormat } from '@bank/i18n/use-format';
import { useRuleCount } from './rules.api';
import { useRuleTexts } from './texts';

const pauseMilliseconds = 400;

/** The hits of the definition on the screen, counted again after a pause in typing. */
export function RuleCountLine({ definition }: { definition: RuleDefinition }) {
  const { t } = useRuleTexts();
  const { number, date } = useFormat();
  const isComplete = ruleDefinition.safeParse(definition).success;
  const typed = JSON.stringify(definition);
  const settled = useSettled(typed);
  const query = useRuleCount(definition, isComplete && settled === typed);
  const { data } = query;
  const said = () => {
    if (!isComplete) return t('count.incomplete');
    if (!data) return t('count.counting');
    return t('count.found', {
      count: data.hits,
      hits: number(data.hits),
      events: number(data.events),
      since: date(data.since),
    });
  };
  if (isComplete && query.isError) return <QueryError query={query} title={t('count.failed')} />;
  return <p role="status">{said()}</p>;
}

/** The value once it has stayed the same for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
