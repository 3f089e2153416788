import type { ListedPayment, PaymentList } from '@bank/contracts/payments';
import type { Format } from '@bank/i18n/format';
import { useFormat } from '@bank/i18n/use-format';
import type { UseQueryResult } from '@bank/client/query';
import { Link } from '@bank/client/router';
import { Amount } from '@bank/ui/amount';
import { Card } from '@bank/ui/card';
import { type Column, DataTable } from '@bank/ui/data-table';
import { useTexts } from '../texts';
import { NoPayments } from './no-payments';
import type { PaymentAddress } from './payment-address';
import { RiskBadge, spelled } from './payment-badges';
import styles from './payment-table.module.css';
import { RowActions } from './row-actions';
import { rowId } from './row-focus';
import { RowStatus } from './row-status';

interface PaymentTableProps {
  query: Pick<UseQueryResult<PaymentList>, 'isPending'>;
  rows: readonly ListedPayment[];
  /** Whether the rows are the server's answer to what is asked, and not only what fits of the rows before. */
  isAnswered: boolean;
  isSearch: boolean;
  status: string;
  address: PaymentAddress;
}

/** One page of payments. */
export function PaymentTable({ query, rows, isAnswered, isSearch, status, address }: PaymentTableProps) {
  const { t } = useTexts();
  return (
    <Card padding="none">
      <DataTable
        dense
        caption={t('payments.list')}
        columns={columnsOf(t, useFormat(), address)}
        rows={rows}
        rowKey={({ id }) => id}
        loading={query.isPending || !isAnswered}
        loadingRows={10}
        empty={<NoPayments isSearch={isSearch} status={status} />}
      />
    </Card>
  );
}

function columnsOf(
  t: ReturnType<typeof useTexts>['t'],
  { dateTime }: Format,
  address: PaymentAddress,
): Column<ListedPayment>[] {
  return [
    {
      key: 'reference',
      header: t('payments.reference'),
      primary: true,
      cell: ({ id, reference }) => (
        <Link id={rowId(id)} className={styles.whole} to={address.addressOf(id)}>
          {reference}
        </Link>
      ),
    },
    {
      key: 'date',
      header: t('payments.date'),
      cell: (row) => <span className={styles.words}>{dateTime(row.created_at)}</span>,
    },
    {
      key: 'recipient',
      header: t('payments.recipient'),
      cell: (row) => (
        <span className={styles.code}>
          {row.recipient_account}
          <span className={styles.method}>{spelled(row.payment_method)}</span>
        </span>
      ),
    },
    {
      key: 'amount',
      header: t('payments.amount'),
      align: 'end',
      cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
    },
    { key: 'risk', header: t('payments.risk'), cell: ({ amount }) => <RiskBadge amount={amount} /> },
    { key: 'status', header: t('payments.status'), cell: (payment) => <RowStatus payment={payment} /> },
    {
      key: 'actions',
      header: t('payments.actions'),
      headerHidden: true,
      align: 'end',
      cell: (payment) => <RowActions payment={payment} address={address} />,
    },
  ];
}
