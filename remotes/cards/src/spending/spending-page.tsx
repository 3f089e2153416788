import { useState } from 'react';
import type { CardSpending } from '@bank/contracts/card-spending';
import { useCards } from '@bank/client/account-queries';
import { isOffline } from '@bank/client/call-failure';
import { LoadingRows, QueryBoundary } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { useFilters } from '@bank/client/use-filters';
import { Card } from '@bank/ui/card';
import { EmptyState } from '@bank/ui/empty-state';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { CardChoice } from '../purchases/card-choice';
import { cardFilter } from '../purchases/card-filter';
import { MonthCategories } from './month-categories';
import { MonthChart } from './month-chart';
import { MonthTable } from './month-table';
import { useSpending } from './spending.api';
import { useSpendingTexts } from './texts';

/** The spending of the cards in the last twelve months, by category. */
export function SpendingPage() {
  const { t } = useSpendingTexts();
  const { values, choice } = useFilters(cardFilter, ['card_id']);
  const query = useSpending(values.card_id);
  const cards = useCards();
  return (
    <Page>
      <PageHeading
        title={t('title')}
        lead={t('lead')}
        actions={<Link to="/dashboard/cards/purchases">{t('to_purchases')}</Link>}
      />
      {cards.isLoading ? (
        <LoadingRows rows={6} />
      ) : (
        <>
          <CardChoice cards={cards.data?.cards} {...choice('card_id')} />
          <QueryBoundary
            query={query}
            rows={6}
            failed={t(isOffline(query.error) ? 'failed_network' : 'failed')}
            message={t('failed_message')}
          >
            {(spending) => <Spending {...spending} />}
          </QueryBoundary>
        </>
      )}
    </Page>
  );
}

function Spending({ months, currency }: CardSpending) {
  const { t } = useSpendingTexts();
  const [chosen, setChosen] = useState(months.length - 1);
  const month = months[chosen] ?? months.at(-1);
  if (!month || months.every(({ spent, refunded }) => spent === 0 && refunded === 0)) {
    return (
      <Card>
        <EmptyState icon="chart-column" title={t('empty')} message={t('empty_message')} />
      </Card>
    );
  }
  return (
    <>
      <Card title={t('chart')}>
        <MonthChart months={months} currency={currency} at={months.indexOf(month)} onMove={setChosen} />
        <MonthTable months={months} currency={currency} />
      </Card>
      <Card>
        <MonthCategories
          month={month}
          before={months[months.indexOf(month) - 1]}
          isRunning={month === months.at(-1)}
          currency={currency}
        />
      </Card>
    </>
  );
}
