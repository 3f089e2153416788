import type { CaseSummary } from '@bank/contracts/cases';
import { useTakeActions, WorkBar } from '@bank/client/work-bar';
import { assignCases, useQueueRefresh } from './cases.api';

type BarProps = Pick<Parameters<typeof WorkBar<CaseSummary>>[0], 'selection' | 'waiting' | 'total'>;

/** Takes or gives back the cases that are chosen; each is decided on its own. */
export function CaseBar(list: BarProps) {
  const actions = useTakeActions<CaseSummary>((rows, taken, key) =>
    assignCases(rows, taken ? 'me' : 'nobody', key),
  );
  return (
    <WorkBar {...list} nameOf={({ reference }) => reference} actions={actions} onChange={useQueueRefresh()} />
  );
}
