import { useState } from 'react';
import type { StaffCase } from '@bank/contracts/cases';
import { type FlowStart, flowStarts } from '@bank/contracts/money-flow';
import { QueryFallback } from '@bank/client/query-boundary';
import { Alert } from '@bank/ui/alert';
import { ErrorState } from '@bank/ui/error-state';
import { Stack } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { useCaseTexts } from '../cases/texts';
import { useMoneyFlow } from './around.api';
import { FlowTable } from './flow-table';
import { MoneyGraph } from './money-graph';
import { useAroundTexts } from './texts';

/** The way of the money of one of a case's movements, as a graph and as a table. */
export function Money({ found: { links } }: { found: StaffCase }) {
  const { t } = useAroundTexts();
  const { t: words } = useCaseTexts();
  const starts = links.flatMap(({ type, id, label }) => {
    const from = flowStarts.find((each) => each === type);
    return from ? [{ from, id, label: `${words(`link.${from}`)} · ${label || id}` }] : [];
  });
  const [at, setAt] = useState(0);
  const start = starts[at];
  if (!start) return <p>{t('flow_none')}</p>;
  return (
    <Stack gap={16}>
      {starts.length > 1 && (
        <SelectField
          label={t('flow_from')}
          value={String(at)}
          options={starts.map(({ label }, index) => ({ value: String(index), label }))}
          onChange={(event) => setAt(Number(event.target.value))}
        />
      )}
      <Flow key={at} {...start} />
    </Stack>
  );
}

function Flow({ from, id }: { from: FlowStart; id: number }) {
  const { t } = useAroundTexts();
  const query = useMoneyFlow(from, id);
  if (!query.data) {
    return (
      <QueryFallback
        query={query}
        rows={5}
        failed={t('flow_failed')}
        missing={<ErrorState title={t('flow_title')} message={t('flow_missing')} />}
      />
    );
  }
  return (
    <Stack gap={16}>
      <p>{t('flow_lead')}</p>
      <MoneyGraph flow={query.data} />
      {query.data.cut && <Alert>{t('flow_cut')}</Alert>}
      <FlowTable flow={query.data} />
    </Stack>
  );
}
