import { z } from 'zod';
import { cardPurchase } from './card-purchases';
import { card } from './cards';
import { text } from './validation';

/** A customer's cards as the back-office sees them, and what they were last used for, newest first, declined uses included. */
export const managedCards = z
  .object({ cards: z.array(card), purchases: z.array(cardPurchase) })
  .meta({ id: 'ManagedCards' });
export type ManagedCards = z.infer<typeof managedCards>;

/** The bank's own block of a card, which its holder cannot lift. */
export const blockCardRequest = z.object({ blocked: z.boolean(), reason: text(150) });
export type BlockCardRequest = z.infer<typeof blockCardRequest>;
