import { defineRemote, deferred } from '@bank/client/remote-module';
import { CreateCard } from './create-card/create-card';

export default defineRemote({
  pages: {
    cards: deferred(async () => (await import('./cards/cards-page')).CardsPage),
    challenges: deferred(async () => (await import('./challenges/challenges-page')).ChallengesPage),
    card: deferred(async () => (await import('./card/card-page')).CardPage),
    purchases: deferred(
      async () => (await import(/* webpackChunkName: "uses" */ './purchases/purchases-page')).PurchasesPage,
    ),
    spending: deferred(
      async () => (await import(/* webpackChunkName: "uses" */ './spending/spending-page')).SpendingPage,
    ),
  },
  slots: {
    stories: deferred(async () => (await import('./stories/cards-story')).CardsStory),
    'create-card': CreateCard,
    'simple-block': deferred(async () => (await import('./simple/simple-block')).SimpleBlock),
  },
});
