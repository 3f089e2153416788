/** Screens that answers link to, each with a label `link.<name>` in the locale files. */
export const screens = {
  signup: '/signup',
  login: '/login',
  forgotPassword: '/forgot-password',
  overview: '/dashboard',
  balance: '/dashboard/balance',
  checkBalance: '/dashboard/check-balance',
  cards: '/dashboard/cards',
  scheduled: '/dashboard/scheduled',
  transactions: '/dashboard/transactions',
  kyc: '/dashboard/kyc',
  settings: '/dashboard/settings',
  contact: '/contact',
  pricing: '/#pricing',
  faq: '/faq',
  faqCardTypes: '/faq#card-types',
  faqCardUnblock: '/faq#card-unblock',
  faqTransfers: '/faq#transfers',
  faqFees: '/faq#fees',
  faqKyc: '/faq#kyc',
  faqKycDelay: '/faq#kyc-delay',
  faqData: '/faq#data-protection',
  faqTwoFactor: '/faq#two-factor',
  faqTechnical: '/faq#technical-problems',
} as const;

export type Screen = keyof typeof screens;
