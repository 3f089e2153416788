import type { CaseSummary } from '@bank/contracts/cases';
import type { Selection } from '@bank/client/selection';
import { useTakeActions, WorkBar } from '@bank/client/work-bar';
import { assignCase, useQueueRefresh } from './cases.api';

const assigneeOf = (taken: boolean) => (taken ? ('me' as const) : ('nobody' as const));

/** Takes or gives back the cases that are chosen; each is decided on its own. */
export function CaseBar({ selection, total }: { selection: Selection<CaseSummary>; total: number }) {
  const actions = useTakeActions<CaseSummary>(async ({ id, version }, taken, key) => {
    const after = await assignCase(id, { assignee: assigneeOf(taken), version }, key);
    return () => assignCase(id, { assignee: assigneeOf(!taken), version: after.version });
  });
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
