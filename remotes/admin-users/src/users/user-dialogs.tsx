import type { ReactNode } from 'react';
import type { ManagedUserDetails } from '@bank/contracts/admin';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { Dialog } from '@bank/ui/dialog';
import { ErrorState } from '@bank/ui/error-state';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { useTexts } from '../texts';
import { LimitsForm } from './limits-form';
import { RemoveUser } from './remove-user';
import type { UserDialog } from './use-user-dialog';
import { UserForm } from './user-form';
import { useUser } from './users.api';

interface UserDialogsProps {
  dialog: UserDialog;
  onRemoved: () => void;
}

/** The one dialog that the address names, if any. */
export function UserDialogs({ dialog: { action, userId, close }, onRemoved }: UserDialogsProps) {
  const { t } = useTexts();
  // Kept while the dialog is closed, so that a try that got no answer is the same one when it is opened again.
  const intent = useIdempotencyKey();
  if (action === 'create') {
    return (
      <Dialog open onClose={close} title={t('users.create')}>
        <UserForm intent={intent} onDone={close} />
      </Dialog>
    );
  }
  if (!action || userId === undefined) return null;
  if (action === 'delete') return <RemoveUser id={userId} onClose={close} onRemoved={onRemoved} />;
  return (
    <Dialog open onClose={close} title={t(`users.${action}`)}>
      <Known id={userId}>
        {(user) =>
          action === 'edit' ? (
            <UserForm saved={user} intent={intent} onDone={close} />
          ) : (
            <LimitsForm user={user} onDone={close} />
          )
        }
      </Known>
    </Dialog>
  );
}

/** A person while they are fetched, when that failed, and when they are there. */
function Known({ id, children }: { id: number; children: (user: ManagedUserDetails) => ReactNode }) {
  const { t } = useTexts();
  const { data, isError, error, refetch, isFetching } = useUser(id);
  if (data) return children(data);
  if (isError) {
    return (
      <ErrorState
        title={t('users.one_failed')}
        message={error.message}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  return (
    <Loading>
      <Skeleton height="row" lines={6} />
    </Loading>
  );
}
