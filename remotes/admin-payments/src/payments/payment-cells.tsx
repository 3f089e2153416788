import type { ListedPayment } from '@bank/contracts/payments';
import { worthOf } from '@bank/contracts/payments';
import { useFormat } from '@bank/i18n/use-format';
import { CellLines } from '@bank/ui/cell';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { useTexts } from '../texts';
import { RiskBadge } from './payment-badges';
import styles from './payment-table.module.css';

interface Cell {
  payment: ListedPayment;
}

/** The payer and the payee, with the recipient's account. */
export function People({ payment }: Cell) {
  const { t } = useTexts();
  const { holder, recipient_name: payee, recipient_account: account } = payment;
  return (
    <CellLines>
      <span className={styles.people} title={`${holder} → ${payee}`}>
        {holder} <span aria-hidden="true">→</span>
        <VisuallyHidden>{t('payments.to')}</VisuallyHidden> {payee}
      </span>
      <SpacedAccount number={account} />
    </CellLines>
  );
}

/** An account number in groups of four, which are copied as one word. */
function SpacedAccount({ number }: { number: string }) {
  return (
    <span className={styles.account}>
      {number.match(/.{1,4}/g)?.map((group, place) => (
        <span key={place} className={styles.group}>
          {group}
        </span>
      ))}
    </span>
  );
}

/** The risk of the amount, and the score. */
export function RowRisk({ payment }: Cell) {
  const { t } = useTexts();
  const { number } = useFormat();
  const { score } = payment.risk;
  return (
    <CellLines>
      <RiskBadge plain amount={worthOf(payment)} />
      {score !== null && (
        <span className={styles.method}>{t('payments.risk_of_ten', { score: number(score) })}</span>
      )}
    </CellLines>
  );
}
