import { inGroupsOfFour } from '@bank/contracts/account-number';
import { homeCurrency } from '@bank/contracts/currencies';
import type { Transaction } from '@bank/contracts/transactions';
import { writeDraft } from '@bank/client/draft';
import { failureText } from '@bank/client/call-failure';
import { useMutation } from '@bank/client/query';
import { Link, useNavigate } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { download } from '@bank/client/download';
import { useDescription } from '@bank/client/transaction-description';
import { useFormat } from '@bank/i18n/use-format';
import { Button } from '@bank/ui/button';
import { Cluster } from '@bank/ui/layout';
import { useToast } from '@bank/ui/toast';
import { useOwnPayment } from '../payments/payments.api';
import { transferDraft } from '../transfers/transfer-draft';
import type { TypedOrder } from '../transfers/transfer-order';
import { ReceiptActions } from './receipt-actions';
import { useTransactionsTexts } from './texts';
import styles from './transaction-actions.module.css';
import { customerTransactions, useTransactionDetail } from './transactions.api';

/** The actions on a movement: keep its proof, send it again, dispute it. */
export function TransactionActions({ transaction }: { transaction: Transaction }) {
  const { t } = useTransactionsTexts();
  const { signedAmount, date } = useFormat();
  const describe = useDescription();
  const { id, amount, currency, status, reference } = transaction;
  const words = [signedAmount(amount, currency), describe(transaction), date(transaction.date), reference];
  const isOut = amount < 0 && (status === 'completed' || status === 'pending');
  // The file is of the account in euros; those in other currencies have their statements.
  const hasProof = currency === homeCurrency;
  // Such as with another account number.
  const hasFailed = transaction.payment_id !== null && (status === 'failed' || status === 'cancelled');
  return (
    <Cluster className={styles.actions}>
      {(isOut || hasFailed) && <Repeat transaction={transaction} />}
      {hasProof && <Proof reference={reference} />}
      <ReceiptActions words={words} />
      {isOut && (
        <p className={styles.dispute}>
          <Link to={`/disputes/new?transaction=${id}`}>{t('dispute')}</Link>
        </p>
      )}
    </Cluster>
  );
}

/** Opens the transfer form with what was sent, for one that went to a person or to an account. */
const Repeat = ({ transaction }: { transaction: Transaction }) =>
  transaction.payment_id === null ? (
    <RepeatTransfer transaction={transaction} />
  ) : (
    <RepeatPayment id={transaction.payment_id} />
  );

function RepeatTransfer({ transaction }: { transaction: Transaction }) {
  const counterparty = useTransactionDetail(transaction).data?.counterparty;
  if (!counterparty) return null;
  const { recipient_id: id } = counterparty;
  return (
    <RepeatButton order={{ to: 'customer', recipient_id: String(id), amount: typed(-transaction.amount) }} />
  );
}

function RepeatPayment({ id }: { id: number }) {
  const payment = useOwnPayment(id).data;
  // A payment abroad needs the entry of the address book, which this one may not have.
  if (!payment || payment.payment_method === 'international_transfer') return null;
  const { recipient_account, recipient_name, payment_method, amount, description } = payment;
  const account = inGroupsOfFour(recipient_account);
  const to = { to: 'iban' as const, recipient_account: account, recipient_name, payment_method };
  return <RepeatButton order={{ ...to, amount: typed(amount), description }} />;
}

const typed = (amount: number) => String(amount).replace('.', ',');

function RepeatButton({ order }: { order: Partial<TypedOrder> }) {
  const { t } = useTransactionsTexts();
  const { user } = useSession();
  const navigate = useNavigate();
  if (!user) return null;
  const repeat = () => {
    writeDraft(user.id, transferDraft, order);
    void navigate('/dashboard?action=transfer');
  };
  return (
    <Button variant="secondary" icon="refresh-cw" onClick={repeat}>
      {t('repeat')}
    </Button>
  );
}

/** The statement of this movement alone. */
function Proof({ reference }: { reference: string }) {
  const { t } = useTransactionsTexts();
  const { show } = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      download(`${customerTransactions.path}/export`, { query: { format: 'pdf', search: reference } }),
    onSuccess: () => show({ type: 'success', message: t('proof_done') }),
    onError: (error) => show({ type: 'error', message: failureText(error, { failed: t('proof_failed') }) }),
  });
  return (
    <Button variant="secondary" icon="receipt" loading={isPending} onClick={() => mutate()}>
      {t('proof')}
    </Button>
  );
}
