import { defineTexts } from '@bank/i18n/texts';
import type { Screen } from '../links';
import type { Topic } from './replies';
import en from './replies.en.json';
import fr from './replies.fr.json';

/** Separate from the remote's other texts, which every page of the shell loads. */
export const useReplyTexts = defineTexts('support-chat', { fr, en });

export const screensOf: Record<Topic, Screen[]> = {
  welcome: [],
  greetings: [],
  balance: ['balance', 'checkBalance'],
  account: ['overview', 'signup'],
  cards: ['cards', 'faqCardTypes'],
  transfers: ['overview', 'faqTransfers'],
  transactions: ['transactions'],
  payment: ['transactions', 'scheduled'],
  kyc: ['kyc', 'faqKyc'],
  verification: ['kyc', 'faqKycDelay'],
  identity: ['kyc', 'faqKyc'],
  help: ['faq', 'contact'],
  problem: ['cards', 'contact'],
  bug: ['faqTechnical', 'contact'],
  security: ['cards', 'settings', 'contact', 'faqTwoFactor'],
  password: ['forgotPassword', 'settings'],
  login: ['login', 'forgotPassword'],
  hours: ['contact'],
  contact: ['contact'],
  pricing: ['pricing', 'faqFees'],
  menu: ['balance', 'cards', 'transactions', 'kyc', 'settings'],
  navigation: ['overview', 'faq'],
  manageCards: ['cards', 'faqCardUnblock'],
  whereToFind: ['balance', 'cards', 'transactions', 'kyc', 'settings'],
  howLong: ['faqTransfers', 'faqKycDelay'],
  fallback: ['faq', 'contact'],
};
