import type { ExchangeState } from '@bank/contracts/exchange';
import { useRateFormat } from '@bank/i18n/rate-format';
import { Amount } from '@bank/ui/amount';
import { type Column, DataTable } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { useExchangeTexts } from './texts';

type Position = ExchangeState['positions'][number];

/** The currencies in which the bank holds or earned something. */
export function PositionTable({ state }: { state: ExchangeState }) {
  const { t } = useExchangeTexts();
  const rows = state.positions.filter(({ position, income }) => position !== 0 || income !== 0);
  return (
    <DataTable
      dense
      caption={t('positions')}
      rows={rows}
      rowKey={({ currency }) => currency}
      columns={useColumns()}
      empty={<EmptyState icon="arrow-left-right" title={t('empty')} message={t('empty_message')} />}
    />
  );
}

function useColumns(): Column<Position>[] {
  const { t } = useExchangeTexts();
  const { rate } = useRateFormat();
  return [
    { key: 'currency', header: t('currency'), primary: true, cell: ({ currency }) => currency },
    {
      key: 'rate',
      header: t('rate'),
      align: 'end',
      cell: (row) => (row.rate === null ? t('unknown') : rate(row.rate)),
    },
    {
      key: 'position',
      header: t('position'),
      align: 'end',
      cell: (row) => <Amount value={row.position} currency={row.currency} />,
    },
    {
      key: 'worth',
      header: t('worth'),
      align: 'end',
      cell: ({ worth }) => (worth === null ? t('unknown') : <Amount value={worth} />),
    },
    {
      key: 'income',
      header: t('income'),
      align: 'end',
      cell: (row) => <Amount value={row.income} currency={row.currency} />,
    },
  ];
}
