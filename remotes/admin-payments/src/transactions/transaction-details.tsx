import type { AdminTransaction } from '@bank/contracts/admin-transactions';
import { isOffline } from '@bank/client/call-failure';
import { Fetched } from '@bank/client/fetched';
import { Link } from '@bank/client/router';
import { useUrlDetails } from '@bank/client/use-url-details';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Dialog } from '@bank/ui/dialog';
import { EmptyState } from '@bank/ui/empty-state';
import { Fact, Facts } from '@bank/ui/facts';
import { useTexts } from '../texts';
import { useDescription } from './description';
import styles from './transaction-details.module.css';
import { TransactionStatus } from './transaction-status';
import { useTransaction } from './transactions.api';

/** Everything that is known of the movement that the address names, be it on the page or not. */
export function TransactionDetails({ rows }: { rows: readonly AdminTransaction[] }) {
  const { t } = useTexts();
  const { open, close } = useUrlDetails('transaction');
  if (open === undefined) return null;
  return (
    <Dialog open onClose={close} title={t('transactions.detail')}>
      <Content key={open} id={open} known={rows.find(({ id }) => id === open)} />
    </Dialog>
  );
}

function Content({ id, known }: { id: number; known: AdminTransaction | undefined }) {
  const { t } = useTexts();
  const query = useTransaction(id, known);
  return (
    <Fetched
      query={query}
      rows={5}
      failed={t(isOffline(query.error) ? 'transactions.failed_network' : 'transactions.detail_failed')}
      message={t('transactions.failed_message')}
      missing={
        <EmptyState
          icon="receipt"
          title={t('transactions.detail_missing')}
          message={t('transactions.detail_missing_message')}
        />
      }
    >
      {(transaction) => <Known transaction={transaction} />}
    </Fetched>
  );
}

function Known({ transaction }: { transaction: AdminTransaction }) {
  const { t } = useTexts();
  const describe = useDescription();
  const { date, dateTime } = useFormat();
  const { type, amount, currency, status, payment_method: method } = transaction;
  const { created_at: created, processed_at: processed, recipient_account: recipient, notes } = transaction;
  const { user } = transaction;
  const account = recipient?.replace(/(.{4})(?=.)/g, '$1 ') ?? t('transactions.none');
  const settled = processed ? dateTime(processed) : t('transactions.detail_not_processed');
  return (
    <>
      <p>
        <Amount value={amount} currency={currency} size="large" tone="direction" />
      </p>
      <p className={styles.description}>{describe(transaction)}</p>
      <Facts>
        <Fact name={t('transactions.user')}>{`${user.name}, ${user.email}`}</Fact>
        <Fact name={t('transactions.status')}>
          <TransactionStatus status={status} />
        </Fact>
        <Fact name={t('transactions.type')}>{t(`transactions.type_${type}`)}</Fact>
        <Fact name={t('transactions.date')}>{date(transaction.date)}</Fact>
        <Fact name={t('transactions.method')}>{t(`transactions.method_${method}`)}</Fact>
        <Fact name={t('transactions.detail_reference')}>{transaction.reference}</Fact>
        <Fact name={t('transactions.detail_recipient')}>{account}</Fact>
        <Fact name={t('transactions.detail_currency')}>{currency}</Fact>
        <Fact name={t('transactions.detail_created')}>{dateTime(created)}</Fact>
        <Fact name={t('transactions.detail_processed')}>{settled}</Fact>
        <Fact name={t('transactions.detail_notes')}>{notes ?? t('transactions.detail_no_notes')}</Fact>
      </Facts>
      <p className={styles.links}>
        <Link to={`/admin/users?search=${encodeURIComponent(user.email)}`}>
          {t('transactions.detail_user')}
        </Link>
        <Link to={`/admin/transactions?user_id=${user.id}`}>{t('transactions.detail_all')}</Link>
      </p>
    </>
  );
}
