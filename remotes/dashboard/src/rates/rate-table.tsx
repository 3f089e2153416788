import type { ForeignCurrency } from '@bank/contracts/currencies';
import type { Rates } from '@bank/contracts/rates';
import { useRateFormat } from '@bank/i18n/rate-format';
import { DataTable } from '@bank/ui/data-table';
import { useCurrencyTexts } from '../accounts/texts';
import styles from './rates.module.css';

/** The worth of one euro in each currency, and the reverse. */
export function RateTable({ rates, offered }: { rates: Rates; offered: readonly ForeignCurrency[] }) {
  const { t } = useCurrencyTexts();
  const { rate, currencyName } = useRateFormat();
  const rows = offered.toSorted().map((currency) => ({ currency, worth: rates.rates[currency] ?? 0 }));
  return (
    <div className={styles.table}>
      <DataTable
        dense
        caption={t('table')}
        rows={rows}
        rowKey={({ currency }) => currency}
        columns={[
          {
            key: 'currency',
            header: t('currency'),
            primary: true,
            cell: ({ currency }) => (
              <>
                {currency}
                <span className={styles.detail}>{currencyName(currency)}</span>
              </>
            ),
          },
          { key: 'rate', header: t('one_euro'), align: 'end', cell: ({ worth }) => rate(worth) },
          { key: 'inverse', header: t('in_euros'), align: 'end', cell: ({ worth }) => rate(1 / worth) },
        ]}
      />
    </div>
  );
}
