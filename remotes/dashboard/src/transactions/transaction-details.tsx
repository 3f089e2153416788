import type { ReactNode } from 'react';
import type { Transaction } from '@bank/contracts/transactions';
import { ApiError } from '@bank/client/api';
import { isOffline } from '@bank/client/call-failure';
import { useUrlDetails } from '@bank/client/use-url-details';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Dialog } from '@bank/ui/dialog';
import { EmptyState } from '@bank/ui/empty-state';
import { ErrorState } from '@bank/ui/error-state';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { useTexts } from '../texts';
import { useDescription } from './description';
import styles from './transaction-details.module.css';
import { TransactionStatus } from './transaction-status';
import { useTransaction } from './transactions.api';

/** Everything that is known of the movement that the address names, be it on the page or not. */
export function TransactionDetails({ rows }: { rows: readonly Transaction[] }) {
  const { t } = useTexts();
  const { open, close } = useUrlDetails('transaction');
  if (open === undefined) return null;
  return (
    <Dialog open onClose={close} title={t('transactions.detail')}>
      <Content key={open} id={open} known={rows.find(({ id }) => id === open)} />
    </Dialog>
  );
}

function Content({ id, known }: { id: number; known: Transaction | undefined }) {
  const { t } = useTexts();
  const { data, isError, error, refetch, isFetching } = useTransaction(id, known);
  if (data) return <Fields transaction={data} />;
  if (!isError) {
    return (
      <Loading>
        <Skeleton height="row" lines={5} />
      </Loading>
    );
  }
  if (error instanceof ApiError && error.code === 'NOT_FOUND') {
    return (
      <EmptyState
        icon="receipt"
        title={t('transactions.detail_missing')}
        message={t('transactions.detail_missing_message')}
      />
    );
  }
  return (
    <ErrorState
      title={t(isOffline(error) ? 'transactions.failed_network' : 'transactions.detail_failed')}
      message={t('transactions.failed_message')}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

function Fields({ transaction }: { transaction: Transaction }) {
  const { t } = useTexts();
  const { date, dateTime } = useFormat();
  const describe = useDescription();
  const { type, amount, currency, status, payment_method: method } = transaction;
  const { created_at: created, processed_at: processed, recipient_account: recipient, notes } = transaction;
  const account = recipient?.replace(/(.{4})(?=.)/g, '$1 ') ?? t('transactions.none');
  const settled = processed ? dateTime(processed) : t('transactions.detail_not_processed');
  const fields: [name: string, value: ReactNode][] = [
    [t('transactions.status'), <TransactionStatus key="status" status={status} />],
    [t('transactions.type'), t(`transactions.type_${type}`)],
    [t('transactions.date'), date(transaction.date)],
    [t('transactions.method'), t(`transactions.method_${method}`)],
    [t('transactions.detail_reference'), transaction.reference],
    [t('transactions.detail_recipient'), account],
    [t('transactions.detail_currency'), currency],
    [t('transactions.detail_created'), dateTime(created)],
    [t('transactions.detail_processed'), settled],
    [t('transactions.detail_notes'), notes ?? t('transactions.detail_no_notes')],
  ];
  return (
    <>
      <p>
        <Amount value={amount} currency={currency} size="large" tone="direction" />
      </p>
      <p className={styles.description}>{describe(transaction)}</p>
      <dl className={styles.fields}>
        {fields.map(([name, value]) => (
          <div key={name} className={styles.field}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
