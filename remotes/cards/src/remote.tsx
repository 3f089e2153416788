import { lazy } from 'react';
import { defineRemote } from '@bank/client/remote-module';
import { CreateCard } from './create-card/create-card';

export default defineRemote({
  pages: { cards: lazy(async () => ({ default: (await import('./cards/cards-page')).CardsPage })) },
  slots: { 'create-card': CreateCard },
});
