/** The pages of the customer site on which something can be done about a notification, by its key. */
const pages: Record<string, string> = {
  card_challenge: '/dashboard/cards/payments-to-confirm',
  card_charged_again: '/dashboard/cards/purchases',
  card_charged_again_owed: '/dashboard/cards/purchases',
  card_charged_back: '/dashboard/cards/purchases',
  card_declined: '/dashboard/cards/purchases',
  card_owed: '/dashboard/cards/purchases',
  card_paid: '/dashboard/cards/purchases',
  card_paid_abroad: '/dashboard/cards/purchases',
  card_refunded: '/dashboard/cards/purchases',
  card_shipped: '/dashboard/cards',
  card_online_off: '/dashboard/cards',
  case_accepted: '/disputes',
  case_message: '/disputes',
  case_question: '/disputes',
  case_refused: '/disputes',
  appeal_accepted: '/disputes',
  appeal_message: '/disputes',
  appeal_question: '/disputes',
  appeal_refused: '/disputes',
};

/** The page that a notification leads to, if its kind has one. */
export const pageOf = (key: string): string | undefined =>
  Object.hasOwn(pages, key) ? pages[key] : undefined;
