import type { Card } from '@bank/contracts/cards';
import { useCards } from '@bank/client/account-queries';
import { QueryBoundary } from '@bank/client/query-boundary';
import { Link, useParams } from '@bank/client/router';
import { EmptyState } from '@bank/ui/empty-state';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useFocusAfter } from '@bank/ui/use-focus-after';
import { CardActions } from '../cards/card-actions';
import { CardPicture } from '../cards/card-picture';
import { shortNumber } from '../cards/short-number';
import { useTexts } from '../texts';
import { CardControls } from './card-controls';
import styles from './card-page.module.css';
import { CardState } from './card-state';
import { ChoosePin } from './choose-pin';
import { LoseCard } from './lose-card';
import { RevealCard } from './reveal-card';
import { useCardTexts } from './texts';

/** One card with everything that its holder can do with it. */
export function CardPage() {
  const { t } = useTexts();
  const { t: own } = useCardTexts();
  const id = Number(useParams().id);
  const query = useCards();
  const card = query.data?.cards.find((each) => each.id === id);
  return (
    <Page>
      <PageHeading
        key={id}
        title={card ? `${card.brand} ${shortNumber(card)}` : own('title')}
        actions={<Link to="/dashboard/cards">{own('all')}</Link>}
      />
      <QueryBoundary query={query} rows={6} failed={t('cards.failed')} message={t('cards.failed_hint')}>
        {({ cards }) => (card ? <Details key={id} card={card} cards={cards} /> : <NoCard />)}
      </QueryBoundary>
    </Page>
  );
}

function NoCard() {
  const { t } = useCardTexts();
  return <EmptyState icon="credit-card" title={t('none')} message={t('none_message')} />;
}

/** The links to the card's purchases, and to the spending of all cards. */
function Uses({ card: { id } }: { card: Card }) {
  const { t } = useCardTexts();
  return (
    <nav aria-label={t('uses.label')} className={styles.uses}>
      <Link to={`/dashboard/cards/purchases?card_id=${id}`}>{t('uses.purchases')}</Link>
      <Link to="/dashboard/cards/spending">{t('uses.spending')}</Link>
    </nav>
  );
}

function Details({ card, cards }: { card: Card; cards: Card[] }) {
  const isOver = card.state === 'lost' || card.state === 'expired';
  const words = useFocusAfter<HTMLDivElement>(!isOver);
  return (
    <div className={styles.columns}>
      <div className={styles.aside}>
        <CardPicture card={card} />
        <CardActions card={card} />
        <Uses card={card} />
      </div>
      <div className={styles.main} ref={words} tabIndex={-1}>
        <CardState card={card} replacement={cards.find(({ replaces }) => replaces === card.id)} />
        {!isOver && (
          <>
            <RevealCard card={card} />
            {!card.virtual && <ChoosePin card={card} />}
            <CardControls card={card} />
            <LoseCard card={card} />
          </>
        )}
      </div>
    </div>
  );
}
