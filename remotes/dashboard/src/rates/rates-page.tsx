import { useState } from 'react';
import type { ForeignCurrency } from '@bank/contracts/currencies';
import { rateSourceText } from '@bank/contracts/rate-source';
import type { Rates } from '@bank/contracts/rates';
import { QueryBoundary } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Card } from '@bank/ui/card';
import { EmptyState } from '@bank/ui/empty-state';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useCurrencyTexts } from '../accounts/texts';
import { useTexts } from '../texts';
import { Converter } from './converter';
import { RateChart } from './rate-chart';
import { RateTable } from './rate-table';
import styles from './rates.module.css';
import { useRates } from './rates.api';

/** The rates of the day: a converter, the last 90 days of one currency, and the table of all. */
export function RatesPage() {
  const { t: title } = useTexts();
  const { t } = useCurrencyTexts();
  return (
    <Page>
      <PageHeading
        title={title('rates.title')}
        lead={t('rates_lead')}
        actions={<Link to="/dashboard/currencies">{title('currencies.title')}</Link>}
      />
      <QueryBoundary query={useRates()} rows={8} failed={t('rates_failed')} message={t('failed_message')}>
        {(rates) => <RatesOfDay rates={rates} />}
      </QueryBoundary>
    </Page>
  );
}

function RatesOfDay({ rates }: { rates: Rates }) {
  const { t, language } = useCurrencyTexts();
  const { date } = useFormat();
  const offered = Object.keys(rates.rates) as ForeignCurrency[];
  const [chosen, choose] = useState<ForeignCurrency>('USD');
  const currency = offered.includes(chosen) ? chosen : offered[0];
  const source = rateSourceText(rates.source, language);
  return (
    <>
      <p className={styles.source}>{t('rates_of', { date: date(rates.date), source })}</p>
      {rates.stale && <Alert tone="warning">{t('rates_stale')}</Alert>}
      {currency ? (
        <>
          <div className={styles.columns}>
            <Converter rates={rates} offered={offered} />
            <RateChart currency={currency} offered={offered} onChoose={choose} />
          </div>
          <Card title={t('table')}>
            <RateTable rates={rates} offered={offered} />
          </Card>
        </>
      ) : (
        <EmptyState icon="arrow-left-right" title={t('rates_none')} message={t('failed_message')} />
      )}
    </>
  );
}
