import type { ManagedUser } from '@bank/contracts/admin';
import { Link } from '@bank/client/router';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';
import { useTexts } from '../texts';
import type { useSwitching } from './use-switching';
import type { UserDialog } from './use-user-dialog';
import styles from './user-actions.module.css';

interface UserActionsProps {
  user: ManagedUser;
  open: UserDialog['open'];
  switching: ReturnType<typeof useSwitching>;
}

/** What can be done to one person, and the ways to what they did. */
export function UserActions({ user, open, switching: { switchUser, switching } }: UserActionsProps) {
  const { t } = useTexts();
  const shared = useSharedTexts();
  const { id } = user;
  const name = `${user.first_name} ${user.last_name}`;
  const turn = user.status === 'active' ? 'deactivate' : 'activate';
  const named = (action: string) => t('users.action_of', { action, name });
  const small = { size: 'small', variant: 'secondary' } as const;
  const links = [
    [`/admin/transactions?user_id=${id}`, t('users.transactions')],
    [`/admin/logs?user_id=${id}`, t('users.logs')],
  ] as const;
  return (
    <div className={styles.actions}>
      <Button {...small} aria-label={named(shared.t('action.edit'))} onClick={() => open('edit', id)}>
        {shared.t('action.edit')}
      </Button>
      <Button
        {...small}
        aria-label={named(t(`users.${turn}`))}
        loading={switching === id}
        onClick={() => switchUser(user)}
      >
        {t(`users.${turn}`)}
      </Button>
      <Button {...small} aria-label={named(shared.t('action.delete'))} onClick={() => open('delete', id)}>
        {shared.t('action.delete')}
      </Button>
      <div className={styles.more}>
        <button
          type="button"
          className={styles.link}
          aria-label={named(t('users.limits_short'))}
          onClick={() => open('limits', id)}
        >
          {t('users.limits_short')}
        </button>
        {links.map(([to, words]) => (
          <Link key={to} to={to} className={styles.link} aria-label={named(words)}>
            {words}
          </Link>
        ))}
      </div>
    </div>
  );
}
