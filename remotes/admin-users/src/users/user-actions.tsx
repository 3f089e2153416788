import type { ManagedUser } from '@bank/contracts/admin';
import { mayDo, useSession } from '@bank/client/session';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button, type ButtonProps } from '@bank/ui/button';
import { useTexts } from '../texts';
import { MoreActions } from './more-actions';
import type { useSwitching } from './use-switching';
import type { UserDialog } from './use-user-dialog';
import styles from './user-actions.module.css';

interface UserActionsProps {
  user: ManagedUser;
  open: UserDialog['open'];
  switching: ReturnType<typeof useSwitching>;
}

/** The three actions of specification 1, section 2, and one menu with all others. */
export function UserActions({ user, open, switching: { switchUser, switching } }: UserActionsProps) {
  const { t } = useTexts();
  const shared = useSharedTexts();
  const { id } = user;
  const { user: me } = useSession();
  const mayChange = (permission: string) => mayDo(me, 'change', permission);
  const name = `${user.first_name} ${user.last_name}`;
  const isActive = user.status === 'active';
  return (
    <span className={styles.actions}>
      {mayChange('users:manage') && (
        <Action icon="pencil" action={shared.t('action.edit')} name={name} onClick={() => open('edit', id)} />
      )}
      {mayChange('contacts:change') && (
        <>
          <Action
            icon={isActive ? 'lock' : 'lock-open'}
            action={t(isActive ? 'users.deactivate' : 'users.activate')}
            name={name}
            disabled={switching === id}
            onClick={() => switchUser(user)}
          />
          <Action
            icon="trash-2"
            action={shared.t('action.delete')}
            name={name}
            onClick={() => open('delete', id)}
          />
        </>
      )}
      <MoreActions user={user} name={name} open={open} />
    </span>
  );
}

interface ActionProps extends ButtonProps {
  action: string;
  /** Of the person. */
  name: string;
}

function Action({ action, name, ...button }: ActionProps) {
  const { t } = useTexts();
  return (
    <Button
      variant="quiet"
      size="small"
      title={action}
      aria-label={t('users.action_of', { action, name })}
      {...button}
    >
      <span className={styles.word}>{action}</span>
    </Button>
  );
}
