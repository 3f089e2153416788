import type { CardSpending, SpendingMonth } from '@bank/contracts/card-spending';
import { Amount } from '@bank/ui/amount';
import { CellLines } from '@bank/ui/cell';
import { DataTable } from '@bank/ui/data-table';
import { Category } from '../purchases/category';
import styles from './month-table.module.css';
import { useMonthNames } from './month-names';
import { useSpendingTexts } from './texts';

/** Every figure behind the chart and its categories, the newest month first. */
export function MonthTable({ months, currency }: CardSpending) {
  const { t } = useSpendingTexts();
  const name = useMonthNames();
  return (
    <details className={styles.details}>
      <summary>{t('table')}</summary>
      <DataTable
        dense
        caption={t('chart')}
        rows={months.toReversed()}
        rowKey={({ month }) => month}
        columns={[
          { key: 'month', header: t('month'), primary: true, cell: ({ month }) => name(month, 'full') },
          {
            key: 'spent',
            header: t('spent'),
            align: 'end',
            cell: ({ spent }) => <Amount value={spent} currency={currency} />,
          },
          {
            key: 'refunded',
            header: t('refunded'),
            align: 'end',
            cell: ({ refunded }) => <Amount value={refunded} currency={currency} />,
          },
          {
            key: 'category',
            header: t('category'),
            cell: (month) => <Parts of={month} currency={currency} />,
          },
        ]}
      />
    </details>
  );
}

const Parts = ({ of: { categories }, currency }: { of: SpendingMonth; currency: string }) => (
  <CellLines>
    {categories.map(({ category, spent }) => (
      <div key={category} className={styles.part}>
        <Category of={category} />
        <Amount value={spent} currency={currency} />
      </div>
    ))}
  </CellLines>
);
