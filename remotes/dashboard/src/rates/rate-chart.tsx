import type { ForeignCurrency } from '@bank/contracts/currencies';
import type { RateHistory } from '@bank/contracts/rates';
import { QueryBoundary } from '@bank/client/query-boundary';
import { useRateFormat } from '@bank/i18n/rate-format';
import { useFormat } from '@bank/i18n/use-format';
import { Card } from '@bank/ui/card';
import { DataTable } from '@bank/ui/data-table';
import { DayFigure } from '@bank/ui/day-figure';
import { EmptyState } from '@bank/ui/empty-state';
import { SelectField } from '@bank/ui/select-field';
import { useCurrencyTexts } from '../accounts/texts';
import { BalanceChart } from '../balance/balance-chart';
import styles from './rates.module.css';
import { useRateHistory } from './rates.api';

interface RateChartProps {
  currency: ForeignCurrency;
  offered: readonly ForeignCurrency[];
  onChoose: (currency: ForeignCurrency) => void;
}

/** The rate of a currency over the last 90 days, with all its values in a table. */
export function RateChart({ currency, offered, onChoose }: RateChartProps) {
  const { t } = useCurrencyTexts();
  const query = useRateHistory(currency);
  const choice = (
    <SelectField
      label={t('currency')}
      value={currency}
      onChange={(event) => onChoose(event.target.value as ForeignCurrency)}
      options={offered.toSorted().map((code) => ({ value: code, label: code }))}
    />
  );
  const history = query.data?.rates ?? [];
  if (history.length > 1) return <History currency={currency} rates={history} choice={choice} />;
  return (
    <Card title={t('chart', { currency })}>
      {choice}
      <QueryBoundary query={query} rows={7} failed={t('chart_failed')} message={t('failed_message')}>
        {() => <EmptyState icon="chart-column" title={t('chart_empty')} message={t('chart_empty_message')} />}
      </QueryBoundary>
    </Card>
  );
}

interface HistoryProps extends Pick<RateHistory, 'currency' | 'rates'> {
  choice: React.ReactNode;
}

function History({ currency, rates, choice }: HistoryProps) {
  const { t } = useCurrencyTexts();
  const { date } = useFormat();
  const { rate } = useRateFormat();
  const [first, last] = [rates[0], rates.at(-1)];
  if (!first || !last) return null;
  const high = rates.reduce((best, day) => (day.rate > best.rate ? day : best));
  const low = rates.reduce((best, day) => (day.rate < best.rate ? day : best));
  return (
    <DayFigure
      title={t('chart', { currency })}
      from={first.date}
      to={last.date}
      head={choice}
      note={
        <p className={styles.chart}>
          {t('chart_range', {
            low: rate(low.rate),
            low_day: date(low.date),
            high: rate(high.rate),
            high_day: date(high.date),
            currency,
          })}
        </p>
      }
      tableLabel={t('chart_table')}
      table={<HistoryTable currency={currency} rates={rates} />}
    >
      <BalanceChart
        scrubber={t('date')}
        worded={rate}
        days={rates.map((day) => ({ balance: day.rate, date: day.date }))}
        label={t('chart_picture', {
          first: rate(first.rate),
          from: date(first.date),
          last: rate(last.rate),
          to: date(last.date),
          currency,
        })}
      />
    </DayFigure>
  );
}

function HistoryTable({ currency, rates }: RateHistory) {
  const { t } = useCurrencyTexts();
  const { date } = useFormat();
  const { rate } = useRateFormat();
  return (
    <DataTable
      dense
      caption={t('chart', { currency })}
      rows={rates.toReversed()}
      rowKey={(day) => day.date}
      columns={[
        { key: 'date', header: t('date'), primary: true, cell: (day) => date(day.date) },
        { key: 'rate', header: t('one_euro'), align: 'end', cell: (day) => rate(day.rate) },
      ]}
    />
  );
}
