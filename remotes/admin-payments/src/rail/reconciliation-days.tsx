import type {
  ReconciliationDay,
  ReconciliationDifference,
  ReconciliationList,
} from '@bank/contracts/reconciliation';
import { QueryTable } from '@bank/client/query-table';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Badge } from '@bank/ui/badge';
import { Card } from '@bank/ui/card';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { useReconciliation } from './rail.api';
import styles from './reconciliation-days.module.css';
import { useRailTexts } from './texts';

/** Per day and currency: the settlement account's balance, that of the counterpart's statement, and what differs. */
export function ReconciliationDays() {
  const { t } = useRailTexts();
  const { date } = useFormat();
  const columns: Column<ReconciliationDay>[] = [
    { key: 'day', header: t('days.day'), primary: true, cell: ({ day }) => date(day) },
    { key: 'currency', header: t('days.currency'), cell: ({ currency }) => currency },
    {
      key: 'own',
      header: t('days.own'),
      align: 'end',
      cell: ({ own_balance: own, currency }) =>
        own === null ? '' : <Amount value={own} currency={currency} />,
    },
    {
      key: 'theirs',
      header: t('days.theirs'),
      align: 'end',
      cell: ({ statement_balance: theirs, currency }) => <Amount value={theirs} currency={currency} />,
    },
    { key: 'state', header: t('days.state'), cell: (day) => <DayState day={day} /> },
  ];
  return (
    <Card title={t('days.title')} padding="none">
      <QueryTable<ReconciliationList, ReconciliationDay>
        dense
        caption={t('days.title')}
        columns={columns}
        query={useReconciliation()}
        rowsOf={({ days }) => days}
        rowKey={({ day, currency }) => `${day} ${currency}`}
        loadingRows={2}
        empty={<EmptyState icon="inbox" title={t('days.empty')} message={t('days.empty_message')} />}
        failed={t('days.failed')}
        failedMessage={t('days.failed_message')}
      />
    </Card>
  );
}

function DayState({ day }: { day: ReconciliationDay }) {
  const { t } = useRailTexts();
  const { date } = useFormat();
  const { state, differences, difference_count: count } = day;
  if (state !== 'differs') {
    return <Badge tone={state === 'running' ? 'info' : 'success'}>{t(`days.${state}`)}</Badge>;
  }
  return (
    <>
      <Badge tone="danger">{t('days.differs', { count })}</Badge>
      <ul className={styles.differences} aria-label={t('days.differences', { day: date(day.day) })}>
        {differences.map((difference) => (
          <li key={Object.values(difference).join(' ')}>
            <Difference difference={difference} currency={day.currency} />
          </li>
        ))}
      </ul>
      {count > differences.length && <p>{t('days.more', { count: differences.length })}</p>}
    </>
  );
}

function Difference({
  difference: { kind, subject, here, there },
  currency,
}: {
  difference: ReconciliationDifference;
  currency: string;
}) {
  const { t } = useRailTexts();
  const { amount } = useFormat();
  return (
    <>
      {t(`days.kind_${kind}`, { subject })}
      <span className={styles.amounts}>
        {t('days.amounts', { here: amount(here, currency), there: amount(there, currency) })}
      </span>
    </>
  );
}
