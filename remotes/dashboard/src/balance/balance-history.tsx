import type { BalanceOverview } from '@bank/contracts/accounts';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Card } from '@bank/ui/card';
import { DataTable } from '@bank/ui/data-table';
import { DayFigure } from '@bank/ui/day-figure';
import { Difference } from '@bank/ui/difference';
import { EmptyState } from '@bank/ui/empty-state';
import { useTexts } from '../texts';
import { BalanceChart, type Day } from './balance-chart';
import styles from './balance-history.module.css';
import { useBalanceTexts } from './texts';

interface BalanceHistoryProps {
  history: BalanceOverview['history'];
  currency: string;
}

export function BalanceHistory({ history, currency }: BalanceHistoryProps) {
  const { t } = useTexts();
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
      title={t('balance.history')}
      from={first.date}
      to={last.date}
      head={
        <>
          {first.balance !== 0 && (
            <Difference
              now={last.balance}
              before={first.balance}
              worded={(value) => amount(value, currency)}
              period={t('balance.history_since', textsOf(first))}
            />
          )}
          <p className={styles.high}>{t('balance.history_high', textsOf(high))}</p>
        </>
      }
      note={
        <>
          <p>{t('balance.history_low', textsOf(low))}</p>
          {low.balance < 0 && high.balance > 0 && <p>{t('balance.history_nought')}</p>}
        </>
      }
      tableLabel={t('balance.history_table')}
      table={<HistoryTable history={history} currency={currency} />}
    >
      <BalanceChart
        days={history}
        scrubber={t('balance.history_date')}
        worded={(value) => amount(value, currency)}
        label={t('balance.history_picture', {
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
  const { t } = useTexts();
  const { t: own } = useBalanceTexts();
  return (
    <Card title={t('balance.history')}>
      <EmptyState icon="chart-column" title={own('history_empty')} message={own('history_empty_message')} />
    </Card>
  );
}

function HistoryTable({ history, currency }: BalanceHistoryProps) {
  const { t } = useTexts();
  const { date } = useFormat();
  return (
    <DataTable
      dense
      caption={t('balance.history')}
      rows={history.toReversed()}
      rowKey={(day) => day.date}
      columns={[
        { key: 'date', header: t('balance.history_date'), cell: (day) => date(day.date) },
        {
          key: 'balance',
          header: t('balance.history_amount'),
          align: 'end',
          cell: (day) => <Amount value={day.balance} currency={currency} />,
        },
      ]}
    />
  );
}
