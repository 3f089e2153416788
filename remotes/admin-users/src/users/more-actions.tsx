import { type SyntheticEvent, useId, useRef } from 'react';
import type { ManagedUser } from '@bank/contracts/admin';
import { Link } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { Button } from '@bank/ui/button';
import { useTexts } from '../texts';
import type { UserDialog } from './use-user-dialog';
import styles from './more-actions.module.css';

interface MoreActionsProps {
  user: ManagedUser;
  /** Of the person. */
  name: string;
  open: UserDialog['open'];
}

/** The less frequent actions on a user. In the top layer, since the table scrolls. */
export function MoreActions({ user, name, open }: MoreActionsProps) {
  const { t } = useTexts();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { user: me } = useSession();
  const mayChange = (permission: string) => mayDo(me, 'change', permission);
  const label = (action: string) => t('users.action_of', { action, name });
  const dialogs = [
    ['limits', 'users.limits_short', mayChange('balances:change')],
    ['factors', 'users.factors_short', user.role === 'admin' && mayChange('staff:manage')],
  ] as const;
  const links = [
    [`/admin/transactions?user_id=${user.id}`, 'users.transactions', 'transactions:read'],
    [`/admin/users/${user.id}/cards`, 'users.cards', 'users:manage'],
    [`/admin/logs?user_id=${user.id}`, 'users.logs', 'logs:read'],
  ] as const;
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        size="small"
        icon="ellipsis"
        popoverTarget={id}
        title={t('users.more')}
        aria-label={label(t('users.more'))}
      />
      <div
        id={id}
        popover="auto"
        className={styles.menu}
        onBeforeToggle={(event) => placeAt(button.current, event)}
      >
        {dialogs.map(
          ([dialog, key, isAllowed]) =>
            isAllowed && (
              <button
                key={key}
                type="button"
                className={styles.entry}
                aria-label={label(t(key))}
                onClick={({ currentTarget }) => {
                  // First, so that the focus is back on the row when the dialog takes it.
                  currentTarget.parentElement?.hidePopover();
                  open(dialog, user.id);
                }}
              >
                {t(key)}
              </button>
            ),
        )}
        {links.map(
          ([to, key, permission]) =>
            mayDo(me, 'read', permission) && (
              <Link key={key} to={to} className={styles.entry} aria-label={label(t(key))}>
                {t(key)}
              </Link>
            ),
        )}
      </div>
    </>
  );
}

/** Under the button, or over it in the lower part of the window; both scroll with the page. */
function placeAt(button: HTMLElement | null, { currentTarget: menu }: SyntheticEvent<HTMLElement>) {
  if (!button) return;
  const { top, bottom, right } = button.getBoundingClientRect();
  const isLow = bottom > innerHeight * 0.65;
  menu.style.top = isLow ? 'auto' : `${bottom + scrollY}px`;
  menu.style.bottom = isLow ? `${innerHeight - top - scrollY}px` : 'auto';
  menu.style.right = `${document.documentElement.clientWidth - right}px`;
}
