import type { Reserved } from '@bank/contracts/accounts';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { useTexts } from '../texts';
import styles from './available.module.css';
import { BalanceFigure } from './balance-figure';

interface AvailableProps {
  available: number;
  /** The posted balance, reserved amounts included. */
  current: number;
  currency: string;
  reserved: Reserved | undefined;
}

/** The one figure of an account: what can be spent, and under it what is set aside and for what. */
export function Available(account: AvailableProps) {
  return (
    <>
      <BalanceFigure value={account.available} currency={account.currency} />
      <Posted {...account} />
    </>
  );
}

/** The posted balance, and its reserved part; nothing if all of it can be spent. */
export function Posted({ available, current, currency, reserved }: AvailableProps) {
  const { t } = useTexts();
  const { amount } = useFormat();
  if (available === current) return null;
  return (
    <p className={styles.detail}>
      {t('balance.posted', { amount: amount(current, currency) })}
      {reserved && (
        <>
          {', '}
          <ReservedLink reserved={reserved} currency={currency} />
        </>
      )}
    </p>
  );
}

/** Leads to what holds the money: payments that are under way, or, where there are none, the cards. */
function ReservedLink({ reserved, currency }: { reserved: Reserved; currency: string }) {
  const { t } = useTexts();
  const { amount } = useFormat();
  const { transfers, cards } = reserved;
  const first = t('balance.reserved_transfers', { count: transfers });
  const second = t('balance.reserved_cards', { count: cards });
  const both = t('balance.reserved_and', { first, second });
  const what = cards === 0 ? first : transfers === 0 ? second : both;
  return (
    <Link to={transfers > 0 ? '/dashboard/transactions?status=pending' : '/dashboard/cards'}>
      {t('balance.reserved', { amount: amount(reserved.amount, currency), what })}
    </Link>
  );
}
