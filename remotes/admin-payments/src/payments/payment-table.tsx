import { type Payment, type PaymentList, riskLevel, type RiskLevel } from '@bank/contracts/payments';
import type { Format } from '@bank/i18n/format';
import { useFormat } from '@bank/i18n/use-format';
import type { UseQueryResult } from '@bank/client/query';
import { Amount } from '@bank/ui/amount';
import { Badge } from '@bank/ui/badge';
import { Card } from '@bank/ui/card';
import { type Column, DataTable } from '@bank/ui/data-table';
import type { Tone } from '@bank/ui/tone';
import { useTexts } from '../texts';
import { NoPayments } from './no-payments';
import styles from './payment-table.module.css';
import { matching } from './search';

const riskTones: Record<RiskLevel, Tone> = { low: 'neutral', medium: 'warning', high: 'danger' };
const statusTones: Record<Payment['status'], Tone> = {
  pending: 'warning',
  completed: 'success',
  failed: 'danger',
};

interface PaymentTableProps {
  query: UseQueryResult<PaymentList>;
  /** What is in the search box, and what of it the server was last asked for. */
  typed: string;
  search: string;
  status: string;
}

/** One page of payments. What is typed narrows the loaded rows at once, until the server's answer to it is here. */
export function PaymentTable({ query, typed, search, status }: PaymentTableProps) {
  const { t } = useTexts();
  const columns = columnsOf(t, useFormat());
  const { data, isPending, isPlaceholderData } = query;
  const isAnswered = typed.trim() === search && !isPlaceholderData;
  const payments = data?.payments ?? [];
  const rows = isAnswered ? payments : matching(payments, typed);
  return (
    <Card padding="none">
      <DataTable
        dense
        caption={t('payments.list')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        loading={isPending || !isAnswered}
        loadingRows={10}
        empty={<NoPayments isSearch={typed.trim() !== ''} status={status} />}
      />
    </Card>
  );
}

function columnsOf(t: ReturnType<typeof useTexts>['t'], { dateTime }: Format): Column<Payment>[] {
  return [
    {
      key: 'reference',
      header: t('payments.reference'),
      primary: true,
      cell: ({ reference }) => <span className={styles.whole}>{reference}</span>,
    },
    { key: 'risk', header: t('payments.risk'), cell: ({ amount }) => <Risk amount={amount} /> },
    {
      key: 'recipient',
      header: t('payments.recipient'),
      cell: (row) => <span className={styles.code}>{row.recipient_account}</span>,
    },
    {
      key: 'date',
      header: t('payments.date'),
      cell: (row) => <span className={styles.words}>{dateTime(row.created_at)}</span>,
    },
    {
      key: 'method',
      header: t('payments.method'),
      cell: (row) => <span className={styles.words}>{spelled(row.payment_method)}</span>,
    },
    {
      key: 'amount',
      header: t('payments.amount'),
      align: 'end',
      cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
    },
    {
      key: 'status',
      header: t('payments.status'),
      cell: ({ status }) => <Badge tone={statusTones[status]}>{t(`payments.status_${status}`)}</Badge>,
    },
  ];
}

/** The badge follows from the amount alone (specification 1, section 9). */
function Risk({ amount }: Pick<Payment, 'amount'>) {
  const { t } = useTexts();
  const level = riskLevel(amount);
  return <Badge tone={riskTones[level]}>{t(`payments.risk_${level}`)}</Badge>;
}

/** `sepa_transfer` is shown as `SEPA TRANSFER` (specification 1, section 3). */
const spelled = (method: string) => method.replaceAll('_', ' ').toUpperCase();
