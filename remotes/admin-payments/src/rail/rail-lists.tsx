import type { ReactNode } from 'react';
import { incidentText } from '@bank/contracts/incident-texts';
import { railReason } from '@bank/contracts/rail-reasons';
import type { Incident } from '@bank/contracts/incidents';
import type { DoubtfulPayment, SuspenseItem } from '@bank/contracts/rail-state';
import { useFormat } from '@bank/i18n/use-format';
import { Link } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { Amount } from '@bank/ui/amount';
import { Badge } from '@bank/ui/badge';
import { Card } from '@bank/ui/card';
import { Whole } from '@bank/ui/cell';
import { type Column, DataTable } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import styles from './rail-lists.module.css';
import { useRailTexts } from './texts';

interface RailListProps<Row> {
  name: 'doubtful' | 'incidents' | 'suspense';
  rows: readonly Row[];
  columns: readonly Column<Row>[];
}

function RailList<Row extends { id: number }>({ name, rows, columns }: RailListProps<Row>) {
  const { t } = useRailTexts();
  return (
    <Card title={t(`rail.${name}`)} padding="none">
      <DataTable
        dense
        caption={t(`rail.${name}`)}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon="inbox"
            title={t(`rail.${name}_empty`)}
            message={t(`rail.${name}_empty_message`)}
          />
        }
      />
    </Card>
  );
}

/** The payments that wait longest for an answer. */
export function DoubtfulPayments({ payments }: { payments: readonly DoubtfulPayment[] }) {
  const { t } = useRailTexts();
  const { dateTime } = useFormat();
  const columns: Column<DoubtfulPayment>[] = [
    {
      key: 'reference',
      header: t('rail.reference'),
      primary: true,
      cell: ({ id, reference }) => (
        <Link to={`/admin/validate-payments?status=all&payment=${id}`}>
          <Whole>{reference}</Whole>
        </Link>
      ),
    },
    { key: 'since', header: t('rail.since'), cell: ({ since }) => dateTime(since) },
    {
      key: 'amount',
      header: t('rail.amount'),
      align: 'end',
      cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
    },
  ];
  return <RailList name="doubtful" rows={payments} columns={columns} />;
}

const severityTones = { low: 'neutral', medium: 'warning', high: 'danger' } as const;

/** The newest incidents, each with what it means, and its page for those whose staff roles may read it. */
export function Incidents({ incidents }: { incidents: readonly Incident[] }) {
  const { t, language } = useRailTexts();
  const { dateTime } = useFormat();
  const { user } = useSession();
  const mayOpen = mayDo(user, 'read', 'incidents:manage');
  const columns: Column<Incident>[] = [
    {
      key: 'what',
      header: t('rail.what'),
      primary: true,
      cell: ({ id, kind }) => {
        const what = incidentText(kind, language);
        return mayOpen ? <Link to={`/admin/incidents/${id}`}>{what}</Link> : what;
      },
    },
    { key: 'subject', header: t('rail.subject'), cell: ({ subject }) => subject && <Code>{subject}</Code> },
    { key: 'date', header: t('rail.date'), cell: ({ opened_at: openedAt }) => dateTime(openedAt) },
    {
      key: 'severity',
      header: t('rail.severity'),
      cell: ({ severity }) => <Badge tone={severityTones[severity]}>{t(`rail.severity_${severity}`)}</Badge>,
    },
    {
      key: 'state',
      header: t('rail.state'),
      cell: ({ closed_at: closedAt }) => t(closedAt ? 'rail.state_closed' : 'rail.state_open'),
    },
  ];
  return <RailList name="incidents" rows={incidents} columns={columns} />;
}

/** The newest money that could not be booked. */
export function SuspenseItems({ items }: { items: readonly SuspenseItem[] }) {
  const { t, language } = useRailTexts();
  const { dateTime } = useFormat();
  const columns: Column<SuspenseItem>[] = [
    {
      key: 'reference',
      header: t('rail.reference'),
      primary: true,
      cell: ({ transaction_id: id }) => <Code>{id}</Code>,
    },
    { key: 'kind', header: t('rail.kind'), cell: ({ kind }) => t(`rail.kind_${kind}`) },
    { key: 'date', header: t('rail.date'), cell: ({ received_at: receivedAt }) => dateTime(receivedAt) },
    {
      key: 'reason',
      header: t('rail.reason'),
      cell: ({ reason_code: code }) => code && `${railReason(code, language)} (${code})`,
    },
    {
      key: 'amount',
      header: t('rail.amount'),
      align: 'end',
      cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
    },
  ];
  return <RailList name="suspense" rows={items} columns={columns} />;
}

const Code = ({ children }: { children: ReactNode }) => <span className={styles.code}>{children}</span>;
