import { defineRemote, deferred } from '@bank/client/remote-module';
import { CreateCard } from './create-card/create-card';

export default defineRemote({
  pages: { cards: deferred(async () => (await import('./cards/cards-page')).CardsPage) },
  slots: { 'create-card': CreateCard },
});
