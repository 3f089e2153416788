import type { BalanceOverview } from '@bank/contracts/accounts';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Card } from '@bank/ui/card';
import { DataTable } from '@bank/ui/data-table';
import { DayFigure } from '@bank/ui/day-figure';
import { Difference } from '@bank/ui/difference';
import { EmptyState } from '@bank/ui/empty-state';
import { BalanceChart, type Day } from './balance-chart';
import styles from './balance-history.module.css';
import { useBalanceTexts } from './texts';

interface BalanceHistoryProps {
  history: BalanceOverview['history'];
  currency: string;
}

export function BalanceHistory({ history, currency }: BalanceHistoryProps) {
  const { t } = useBalanceTexts();
  const { amount, date } = useFormat();
  const [first] = history;
  const last = history.at(-1);
  if (!first || !last) return null;
  if (history.every(({ balance }) => balance === 0)) return <NoHistory />;
  const high = history.reduce((best, day) => (day.balance > best.balance ? day : best));
  const low = history.reduce((best, day) => (day.balance < best.balance ? day : best));
  const textsOf = (day: Day) => ({ amount: amount(day.balance, currency), date: date(day.date) });
  return (
    <DayFigure
      title={t('history')}
      from={first.date}
      to={last.date}
      head={
        <>
          {first.balance !== 0 && (
            <Difference
              now={last.balance}
              before={first.balance}
              worded={(value) => amount(value, currency)}
              period={t('history_since', textsOf(first))}
            />
          )}
          <p className={styles.high}>{t('history_high', textsOf(high))}</p>
        </>
      }
      note={
        <>
          <p>{t('history_low', textsOf(low))}</p>
          {low.balance < 0 && high.balance > 0 && <p>{t('history_nought')}</p>}
        </>
      }
      tableLabel={t('history_table')}
      table={<HistoryTable history={history} currency={currency} />}
    >
      <BalanceChart
        days={history}
        scrubber={t('history_date')}
        worded={(value) => amount(value, currency)}
        label={t('history_picture', {
          first: textsOf(first).amount,
          from: textsOf(first).date,
          last: textsOf(last).amount,
          to: textsOf(last).date,
        })}
      />
    </DayFigure>
  );
}

/** In place of a line at zero: what it will show. */
function NoHistory() {
  const { t } = useBalanceTexts();
  return (
    <Card title={t('history')}>
      <EmptyState icon="chart-column" title={t('history_empty')} message={t('history_empty_message')} />
    </Card>
  );
}

function HistoryTable({ history, currency }: BalanceHistoryProps) {
  const { t } = useBalanceTexts();
  const { date } = useFormat();
  return (
    <DataTable
      dense
      caption={t('history')}
      rows={history.toReversed()}
      rowKey={(day) => day.date}
      columns={[
        { key: 'date', header: t('history_date'), cell: (day) => date(day.date) },
        {
          key: 'balance',
          header: t('history_amount'),
          align: 'end',
          cell: (day) => <Amount value={day.balance} currency={currency} />,
        },
      ]}
    />
  );
}
