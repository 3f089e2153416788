import { isOffline } from '@bank/client/call-failure';
import { ErrorState } from '@bank/ui/error-state';
import { Card } from '@bank/ui/card';
import { EmptyState } from '@bank/ui/empty-state';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { CreateCardButton, CreateCardDialog } from '../create-card/create-card';
import { useTexts } from '../texts';
import { CardItem } from './card-item';
import { useCards } from './cards.api';
import styles from './cards-page.module.css';

/** The customer's cards, each drawn and described. */
export function CardsPage() {
  const { t } = useTexts();
  const hasNone = useCards().data?.cards.length === 0;
  return (
    <Page>
      {/* Where there is no card, its place offers one. */}
      <PageHeading title={t('cards.title')} actions={!hasNone && <CreateCardButton />} />
      <Cards />
      <CreateCardDialog />
    </Page>
  );
}

function Cards() {
  const { t } = useTexts();
  const { data, isError, error, refetch, isFetching } = useCards();
  if (!data) {
    if (!isError) return <CardsLoading />;
    return (
      <Card>
        <ErrorState
          title={t(isOffline(error) ? 'cards.failed_network' : 'cards.failed')}
          message={
            <>
              <span>{t('cards.failed_message')}</span> {t('cards.failed_hint')}
            </>
          }
          onRetry={() => void refetch()}
          retrying={isFetching}
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
    <ul className={styles.cards}>
      {data.cards.map((card) => (
        <CardItem key={card.id} card={card} />
      ))}
    </ul>
  );
}

const CardsLoading = () => (
  <Loading>
    <div className={styles.cards}>
      {[0, 1].map((place) => (
        <Card key={place}>
          <Skeleton height="block" />
          <Skeleton height="title" />
          <Skeleton height="row" lines={4} />
        </Card>
      ))}
    </div>
  </Loading>
);
