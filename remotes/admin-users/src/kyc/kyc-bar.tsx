import type { KycSubmission } from '@bank/contracts/kyc';
import { useWorkActions, WorkBar } from '@bank/client/work-bar';
import { useQueueRefresh } from './kyc.api';
import { personOf } from './submission';

type BarProps = Pick<Parameters<typeof WorkBar<KycSubmission>>[0], 'selection' | 'waiting' | 'total'>;

/** Takes or gives back the files that are chosen; each is decided on its own. */
export function KycBar(list: BarProps) {
  return (
    <WorkBar
      {...list}
      nameOf={personOf}
      actions={useWorkActions<KycSubmission>('kyc')}
      onChange={useQueueRefresh()}
    />
  );
}
