import { lazy } from 'react';
import { defineRemote } from '@bank/client/remote-module';
import { FiguresPage } from './figures/figures-page';

export default defineRemote({
  pages: {
    figures: FiguresPage,
    payments: lazy(async () => ({ default: (await import('./payments/payments-page')).PaymentsPage })),
  },
});
