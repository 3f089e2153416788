import type { ConversationSummary } from '@bank/contracts/conversations';
import type { useConversationTexts } from './texts';

type Words = ReturnType<typeof useConversationTexts>['t'];

/** The customer's name, or the one that a visitor entered. */
export const nameOf = (
  { customer, visitor }: Pick<ConversationSummary, 'customer' | 'visitor'>,
  unnamed: string,
) => customer?.name ?? visitor?.name ?? unnamed;

/** That somebody is no customer, and where they are. */
export const placeOf = ({ partner }: NonNullable<ConversationSummary['visitor']>, t: Words) =>
  partner === null ? t('visitor_here') : t('visitor_from', { partner });
