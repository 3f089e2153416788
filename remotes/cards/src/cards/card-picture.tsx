import type { Card } from '@bank/contracts/cards';
import { useSession } from '@bank/client/session';
import { PaymentCard } from '@bank/ui/payment-card';
import { useTexts } from '../texts';
import { printedExpiry } from './printed-expiry';

/** The picture of a card; grey if it cannot pay. */
export function CardPicture({ card }: { card: Card }) {
  const { t } = useTexts();
  const { user } = useSession();
  return (
    <PaymentCard
      number={card.card_number}
      holder={user ? `${user.first_name} ${user.last_name}` : ''}
      expiry={printedExpiry(card.expiry_date)}
      brand={card.brand}
      label={t(`cards.type_${card.type}`)}
      muted={card.status !== 'active'}
    />
  );
}
