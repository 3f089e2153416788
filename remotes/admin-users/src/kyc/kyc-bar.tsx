import type { KycSubmission } from '@bank/contracts/kyc';
import type { Selection } from '@bank/client/selection';
import { useWorkActions, WorkBar } from '@bank/client/work-bar';
import { useQueueRefresh } from './kyc.api';
import { personOf } from './submission';

/** Takes or gives back the files that are chosen; each is decided on its own. */
export function KycBar({ selection, total }: { selection: Selection<KycSubmission>; total: number }) {
  return (
    <WorkBar
      selection={selection}
      total={total}
      nameOf={personOf}
      actions={useWorkActions<KycSubmission>('kyc')}
      onChange={useQueueRefresh()}
    />
  );
}
