import { useFormat } from '@bank/i18n/use-format';
import { Posted } from '../balance/available';
import { useBalance } from '../balance/balance.api';
import { useTransferTexts } from './texts';
import styles from './transfer.module.css';

/** The available balance of the account in euros: the figure of the overview, with the reserved part under it. */
export function Spendable() {
  const { t } = useTransferTexts();
  const { amount } = useFormat();
  const balance = useBalance().data?.balance;
  if (!balance) return null;
  const { available_balance: available, current_balance: current, currency, reserved } = balance;
  return (
    <div>
      <p className={styles.note}>{t('transfer.available', { amount: amount(available, currency) })}</p>
      <Posted available={available} current={current} currency={currency} reserved={reserved} />
    </div>
  );
}
