import { useCards } from '@bank/client/account-queries';
import { isOffline } from '@bank/client/call-failure';
import { QueryError } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { buttonClass } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { EmptyState } from '@bank/ui/empty-state';
import { Stack } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { CreateCardButton, CreateCardDialog } from '../create-card/create-card';
import { useTexts } from '../texts';
import { CardItem } from './card-item';

export function CardsPage() {
  const { t } = useTexts();
  const hasNone = useCards().data?.cards.length === 0;
  return (
    <Page>
      {/* The empty list has the button otherwise. */}
      <PageHeading
        title={t('cards.title')}
        actions={
          !hasNone && (
            <>
              <Link
                to="/dashboard/cards/payments-to-confirm"
                className={buttonClass({ variant: 'secondary' })}
              >
                {t('challenges.title')}
              </Link>
              <CreateCardButton variant="secondary" />
            </>
          )
        }
      />
      <Cards />
      <CreateCardDialog />
    </Page>
  );
}

function Cards() {
  const { t } = useTexts();
  const query = useCards();
  const { data, isError, error } = query;
  if (!data) {
    if (!isError) return <CardsLoading />;
    return (
      <Card>
        <QueryError
          query={query}
          title={t(isOffline(error) ? 'cards.failed_network' : 'cards.failed')}
          message={
            <>
              <span>{t('cards.failed_message')}</span> {t('cards.failed_hint')}
            </>
          }
        />
      </Card>
    );
  }
  if (data.cards.length === 0) {
    return (
      <Card>
        <EmptyState
          icon="credit-card"
          title={t('cards.empty')}
          message={t('cards.empty_message')}
          action={<CreateCardButton />}
        />
      </Card>
    );
  }
  return (
    <Stack as="ul" gap={24}>
      {data.cards.map((card) => (
        <CardItem key={card.id} card={card} />
      ))}
    </Stack>
  );
}

const CardsLoading = () => (
  <Loading>
    <Stack gap={24}>
      {[0, 1].map((place) => (
        <Card key={place}>
          <Skeleton height="block" />
          <Skeleton height="title" />
          <Skeleton height="row" lines={4} />
        </Card>
      ))}
    </Stack>
  </Loading>
);
