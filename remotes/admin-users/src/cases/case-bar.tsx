import type { CaseSummary } from '@bank/contracts/cases';
import type { Selection } from '@bank/client/selection';
import { useTakeActions, WorkBar } from '@bank/client/work-bar';
import { assignCases, useQueueRefresh } from './cases.api';

/** Takes or gives back the cases that are chosen; each is decided on its own. */
export function CaseBar({ selection, total }: { selection: Selection<CaseSummary>; total: number }) {
  const actions = useTakeActions<CaseSummary>((rows, taken, key) =>
    assignCases(rows, taken ? 'me' : 'nobody', key),
  );
  return (
    <WorkBar
      selection={selection}
      total={total}
      nameOf={({ reference }) => reference}
      actions={actions}
      onChange={useQueueRefresh()}
    />
  );
}
