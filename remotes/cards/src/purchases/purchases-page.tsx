import { useCards } from '@bank/client/account-queries';
import { LoadingRows } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { useFilters } from '@bank/client/use-filters';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import { CardChoice } from './card-choice';
import { cardFilter } from './card-filter';
import { PurchaseTable } from './purchase-table';
import { usePurchases } from './purchases.api';
import { usePurchaseTexts } from './texts';

/** The uses of the cards, declined ones with the reason and the remedy. */
export function PurchasesPage() {
  const { t } = usePurchaseTexts();
  const filters = useFilters(cardFilter, ['card_id']);
  const { values, page, goTo, isFiltered } = filters;
  const query = usePurchases(page, values.card_id);
  const cards = useCards();
  return (
    <Page>
      <PageHeading
        title={t('title')}
        lead={t('lead')}
        actions={<Link to="/dashboard/cards/spending">{t('to_spending')}</Link>}
      />
      {cards.isLoading ? (
        <LoadingRows rows={6} />
      ) : (
        <>
          <CardChoice cards={cards.data?.cards} {...filters.choice('card_id')} />
          <Card padding="none">
            <PurchaseTable query={query} isFiltered={isFiltered} />
          </Card>
          {query.data && <Pagination answer={query.data.pagination} page={page} onPage={goTo} />}
          {!query.isLoading && (
            <p>
              <Link to="/dashboard/cards">{t('to_cards')}</Link>
            </p>
          )}
        </>
      )}
    </Page>
  );
}
