import { defineRemote, deferred } from '@bank/client/remote-module';
import { CreateCard } from './create-card/create-card';

export default defineRemote({
  pages: {
    cards: deferred(async () => (await import('./cards/cards-page')).CardsPage),
    challenges: deferred(async () => (await import('./challenges/challenges-page')).ChallengesPage),
    card: deferred(async () => (await import('./card/card-page')).CardPage),
  },
  slots: { 'create-card': CreateCard },
});
