import { lazy } from 'react';
import { defineRemote } from '@bank/client/remote-module';
import { CreateCard } from './create-card/create-card';

const Cards = lazy(async () => ({ default: (await import('./cards/cards-page')).CardsPage }));

/** The host loads each page lazily, and React takes no lazy component from another one: hence a plain one around it. */
export default defineRemote({
  pages: { cards: () => <Cards /> },
  slots: { 'create-card': CreateCard },
});
