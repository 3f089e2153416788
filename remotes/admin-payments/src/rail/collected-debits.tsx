import { debitReason } from '@bank/contracts/debit-reasons';
import type { DirectDebitState, TroubledDebit } from '@bank/contracts/direct-debits';
import { isOffline } from '@bank/client/call-failure';
import { QueryBoundary } from '@bank/client/query-boundary';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Badge } from '@bank/ui/badge';
import { Card } from '@bank/ui/card';
import { type Column, DataTable } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { Grid } from '@bank/ui/layout';
import { Stat } from '@bank/ui/stat';
import styles from './rail-lists.module.css';
import { useDirectDebitState } from './rail.api';
import { useRailTexts } from './texts';
import { useCount } from './use-count';

const counted = ['upcoming', 'held', 'refused', 'returned', 'refunded'] as const;
const tones = { held: 'warning', refused: 'neutral', returned: 'neutral', refunded: 'neutral' } as const;

/** The direct debits of other banks' customers: how many are in which state, and those that were not simply booked. */
export function CollectedDebits() {
  const { t } = useRailTexts();
  const query = useDirectDebitState();
  return (
    <QueryBoundary
      query={query}
      rows={4}
      failed={t('debits.failed')}
      message={t(isOffline(query.error) ? 'rail.failed_network' : 'rail.failed_message')}
    >
      {(state) => <Debits state={state} />}
    </QueryBoundary>
  );
}

function Debits({ state }: { state: DirectDebitState }) {
  const { t } = useRailTexts();
  const count = useCount();
  const columns = useColumns();
  return (
    <>
      <Grid gap={16}>
        {counted.map((status) => (
          <Stat key={status} label={t(`debits.${status}`)} value={count(state[status])} />
        ))}
      </Grid>
      <Card title={t('debits.latest')} padding="none">
        <DataTable
          dense
          caption={t('debits.latest')}
          columns={columns}
          rows={state.latest}
          rowKey={({ id }) => id}
          empty={<EmptyState icon="inbox" title={t('debits.empty')} message={t('debits.empty_message')} />}
        />
      </Card>
    </>
  );
}

function useColumns(): Column<TroubledDebit>[] {
  const { t, language } = useRailTexts();
  const { dateTime } = useFormat();
  return [
    {
      key: 'reference',
      header: t('rail.reference'),
      primary: true,
      cell: ({ transaction_id: id }) => <span className={styles.code}>{id}</span>,
    },
    { key: 'creditor', header: t('debits.creditor'), cell: ({ creditor_name: creditor }) => creditor },
    { key: 'date', header: t('rail.date'), cell: ({ changed_at: changedAt }) => dateTime(changedAt) },
    {
      key: 'state',
      header: t('rail.state'),
      cell: ({ status }) => <Badge tone={tones[status]}>{t(`debits.is_${status}`)}</Badge>,
    },
    {
      key: 'reason',
      header: t('rail.reason'),
      cell: ({ reason_code: code }) => code && `${debitReason(code, language)} (${code})`,
    },
    {
      key: 'amount',
      header: t('rail.amount'),
      align: 'end',
      cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
    },
  ];
}
