import type { ReactNode } from 'react';
import type { ManagedUser } from '@bank/contracts/admin';
import { Link } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { classNames } from '@bank/ui/class-names';
import { useTexts } from '../texts';
import type { useSwitching } from './use-switching';
import type { UserDialog } from './use-user-dialog';
import styles from './user-actions.module.css';

interface UserActionsProps {
  user: ManagedUser;
  open: UserDialog['open'];
  switching: ReturnType<typeof useSwitching>;
}

export function UserActions({ user, open, switching: { switchUser, switching } }: UserActionsProps) {
  const { t } = useTexts();
  const shared = useSharedTexts();
  const { id } = user;
  const { user: me } = useSession();
  const mayChange = (permission: string) => mayDo(me, 'change', permission);
  const name = `${user.first_name} ${user.last_name}`;
  const toggle = t(user.status === 'active' ? 'users.deactivate' : 'users.activate');
  const labelled = (action: string) => ({
    children: action,
    'aria-label': t('users.action_of', { action, name }),
  });
  return (
    <div className={styles.actions}>
      {mayChange('users:manage') && (
        <Action {...labelled(shared.t('action.edit'))} onClick={() => open('edit', id)} />
      )}
      {mayChange('contacts:change') && (
        <>
          <Action {...labelled(toggle)} disabled={switching === id} onClick={() => switchUser(user)} />
          <Action {...labelled(shared.t('action.delete'))} danger onClick={() => open('delete', id)} />
        </>
      )}
      {mayChange('balances:change') && (
        <Action {...labelled(t('users.limits_short'))} onClick={() => open('limits', id)} />
      )}
      <Link
        to={`/admin/transactions?user_id=${id}`}
        className={styles.action}
        {...labelled(t('users.transactions'))}
      />
      <Link to={`/admin/logs?user_id=${id}`} className={styles.action} {...labelled(t('users.logs'))} />
    </div>
  );
}

interface ActionProps {
  'aria-label': string;
  danger?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const Action = ({ danger, ...button }: ActionProps) => (
  <button type="button" className={classNames(styles.action, danger && styles.danger)} {...button} />
);
