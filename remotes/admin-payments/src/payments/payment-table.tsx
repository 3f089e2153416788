import type { ListedPayment } from '@bank/contracts/payments';
import type { Format } from '@bank/i18n/format';
import { useFormat } from '@bank/i18n/use-format';
import { Link } from '@bank/client/router';
import { Amount } from '@bank/ui/amount';
import { Card } from '@bank/ui/card';
import { CellLines } from '@bank/ui/cell';
import { type Column, DataTable } from '@bank/ui/data-table';
import { useRailTexts } from '../rail/texts';
import { useTexts } from '../texts';
import type { PaymentAddress } from './payment-address';
import { methodText, StatusBadge } from './payment-badges';
import { People, RowRisk } from './payment-cells';
import styles from './payment-table.module.css';
import { RowActions } from './row-actions';
import { rowId } from './row-focus';
import { usePaymentSort } from './use-payment-sort';
import type { Selection } from './use-selection';
import { EmptyState } from '@bank/ui/empty-state';
import { useSession } from '@bank/client/session';
import type { TakenItem } from '@bank/contracts/work';
import { useSelectColumn } from '@bank/client/selection-bar';
import { TakenMark, useTaken } from '@bank/client/work';

export interface PaymentTableProps {
  rows: readonly ListedPayment[];
  /** The rows are not the response to the current query. */
  isLoading: boolean;
  /** What filters the list beside its status. */
  filteredBy: 'search' | 'filters' | undefined;
  status: string;
  address: PaymentAddress;
  selection: Selection;
}

export function PaymentTable({ rows, isLoading, filteredBy, status, address, selection }: PaymentTableProps) {
  const { t } = useTexts();
  const takenOf = useTaken(
    'payment',
    rows.map(({ id }) => id),
  );
  const select = useSelectColumn(selection, ({ reference }) => reference);
  return (
    <Card padding="none">
      <DataTable
        dense
        wide
        caption={t('payments.list')}
        columns={columnsOf(t, useFormat(), { address, select, takenOf })}
        sort={usePaymentSort()}
        rows={rows}
        rowKey={({ id }) => id}
        loading={isLoading}
        loadingRows={10}
        empty={<NoPayments filteredBy={filteredBy} status={status} />}
      />
    </Card>
  );
}

interface RowFacts extends Pick<PaymentTableProps, 'address'> {
  select: Column<ListedPayment>;
  takenOf: (id: number) => TakenItem | undefined;
}

function columnsOf(
  t: ReturnType<typeof useTexts>['t'],
  { dateTime }: Format,
  { address, select, takenOf }: RowFacts,
): Column<ListedPayment>[] {
  return [
    select,
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
      sortable: true,
      cell: ({ created_at: ordered }) => <span className={styles.date}>{dateTime(ordered)}</span>,
    },
    {
      key: 'recipient',
      header: t('payments.recipient'),
      cell: (payment) => <People payment={payment} />,
    },
    {
      key: 'amount',
      header: t('payments.amount'),
      align: 'end',
      sortable: true,
      cell: ({ amount, currency, payment_method: method }) => (
        <CellLines>
          <Amount value={amount} currency={currency} />
          <span className={styles.method}>{methodText(method)}</span>
        </CellLines>
      ),
    },
    {
      key: 'risk',
      header: t('payments.risk'),
      sortable: true,
      cell: (payment) => <RowRisk payment={payment} />,
    },
    {
      key: 'status',
      header: t('payments.status'),
      cell: (payment) => <RowStatus payment={payment} taken={takenOf(payment.id)} />,
    },
    {
      key: 'actions',
      header: t('payments.actions'),
      headerHidden: true,
      align: 'end',
      cell: (payment) => <RowActions payment={payment} address={address} />,
    },
  ];
}

/** The empty list: nothing found, nothing with this status, or nothing at all. */
function NoPayments({ filteredBy, status }: Pick<PaymentTableProps, 'filteredBy' | 'status'>) {
  const { t } = useTexts();
  const reason = filteredBy ?? reasonOf(status);
  return (
    <EmptyState
      icon={filteredBy === 'search' ? 'search' : 'inbox'}
      title={t(`payments.empty_${reason}`)}
      message={t(`payments.empty_${reason}_message`)}
    />
  );
}

const reasonOf = (status: string) => (status === 'pending' || status === 'all' ? status : 'status');

/** Stages that the status does not already state. */
const furtherStages: readonly string[] = ['scheduled', 'queued', 'sent', 'returned', 'cancelled'];

/** The status, with how long it has waited, the stage, a first approval or the note that the account is one's own. */
function RowStatus({
  payment: { status, stage, created_at: ordered, user_id, awaiting, first_approved_by: first },
  taken,
}: {
  payment: ListedPayment;
  taken: TakenItem | undefined;
}) {
  const { t } = useTexts();
  const { t: rail } = useRailTexts();
  const { user } = useSession();
  const { relativeTime } = useFormat();
  const firstApproval = awaiting && first && t('payments.row_first_approval', { name: first.name });
  return (
    <span className={styles.status}>
      <StatusBadge plain status={status} />
      {status === 'pending' && <span className={styles.note}>{relativeTime(ordered)}</span>}
      {furtherStages.includes(stage) && <span className={styles.note}>{rail(`stage.${stage}`)}</span>}
      {firstApproval && (
        <span className={styles.note} title={firstApproval}>
          {firstApproval}
        </span>
      )}
      <TakenMark item={taken} />
      {user_id === user?.id && <span className={styles.note}>{t('payments.row_own')}</span>}
    </span>
  );
}
