import type { CardPurchase } from '@bank/contracts/card-purchases';
import type { CardReason } from '@bank/contracts/card-reasons';
import { Link } from '@bank/client/router';
import { CellDetail } from '@bank/ui/cell';
import { usePurchaseTexts } from './texts';

/** The place where the holder can remove the reason of a declined payment. */
type Remedy = 'card' | 'cards' | 'identity' | 'funds' | 'support';

const remedies: Partial<Record<CardReason, Remedy>> = {
  abroad_off: 'card',
  account: 'support',
  blocked: 'card',
  cash_off: 'card',
  cash_per_day: 'card',
  code: 'card',
  contactless_off: 'card',
  expired: 'cards',
  funds: 'funds',
  level: 'identity',
  lost: 'support',
  no_pin: 'card',
  not_activated: 'card',
  online_off: 'card',
  per_day: 'card',
  per_month: 'card',
  per_payment: 'card',
  pin_blocked: 'card',
  unknown: 'card',
};

const addresses: Record<Remedy, (cardId: number) => string> = {
  card: (cardId) => `/dashboard/cards/${cardId}`,
  cards: () => '/dashboard/cards',
  identity: () => '/kyc',
  funds: () => '/dashboard?action=add-funds',
  support: () => '/contact',
};

/** Why a payment was declined, in the server's words, and the way to what helps. */
export function Reason({ purchase }: { purchase: CardPurchase }) {
  const { t } = usePurchaseTexts();
  const { reason, reason_text: words, card_id: cardId } = purchase;
  if (!reason || !words) return null;
  const remedy = remedies[reason];
  return (
    <CellDetail tone="warning">
      {words} {remedy && <Link to={addresses[remedy](cardId)}>{t(`remedy_${remedy}`)}</Link>}
      {remedy && purchase.why?.appeal && ' · '}
      {purchase.why?.appeal && <Link to={purchase.why.appeal}>{t('appeal')}</Link>}
    </CellDetail>
  );
}
