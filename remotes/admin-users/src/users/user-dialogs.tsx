import type { ReactNode } from 'react';
import type { ManagedUserDetails } from '@bank/contracts/admin';
import { QueryBoundary } from '@bank/client/query-boundary';
import { mayDo, useSession } from '@bank/client/session';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { Alert } from '@bank/ui/alert';
import { Dialog } from '@bank/ui/dialog';
import { useTexts } from '../texts';
import { LimitsForm } from './limits-form';
import { ResetFactors } from './reset-factors';
import { RemoveUser } from './remove-user';
import type { UserAction, UserDialog } from './use-user-dialog';
import { UserForm } from './user-form';
import { useUser } from './users.api';

/** The permission of each dialog's change. */
const permissions: Record<UserAction, string> = {
  create: 'contacts:change',
  edit: 'users:manage',
  limits: 'balances:change',
  factors: 'staff:manage',
  delete: 'contacts:change',
};

interface UserDialogsProps {
  dialog: UserDialog;
  onRemoved: () => void;
}

export function UserDialogs({ dialog: { action, userId, close }, onRemoved }: UserDialogsProps) {
  const { t } = useTexts();
  // Kept while the dialog is closed, so that a retry after no response has the same key.
  const intent = useIdempotencyKey();
  const { user: me } = useSession();
  // An address may come from a colleague with other roles.
  if (!action || !mayDo(me, 'change', permissions[action])) return null;
  if (action === 'create') {
    return (
      <Dialog open onClose={close} title={t('users.create')}>
        <UserForm intent={intent} onDone={close} />
      </Dialog>
    );
  }
  if (userId === undefined) return null;
  if (action === 'delete') return <RemoveUser id={userId} onClose={close} onRemoved={onRemoved} />;
  return (
    <Dialog open onClose={close} title={t(`users.${action}`)}>
      <FetchedUser id={userId}>
        {(user) => {
          if (action === 'edit') return <UserForm saved={user} intent={intent} onDone={close} />;
          if (action === 'factors') return <ResetFactors user={user} onDone={close} />;
          return <Limits user={user} onDone={close} />;
        }}
      </FetchedUser>
    </Dialog>
  );
}

/** The limits of an account; administrators cannot change their own. */
function Limits({ user, onDone }: { user: ManagedUserDetails; onDone: () => void }) {
  const { t } = useTexts();
  const { user: me } = useSession();
  if (user.id === me?.id) return <Alert>{t('users.own_limits')}</Alert>;
  return <LimitsForm user={user} onDone={onDone} />;
}

interface FetchedUserProps {
  id: number;
  children: (user: ManagedUserDetails) => ReactNode;
}

function FetchedUser({ id, children }: FetchedUserProps) {
  const { t } = useTexts();
  const query = useUser(id);
  return (
    <QueryBoundary query={query} rows={6} failed={t('users.one_failed')}>
      {children}
    </QueryBoundary>
  );
}
