import { lazy } from 'react';
import { defineRemote } from '@bank/client/remote-module';
import { FiguresPage } from './figures/figures-page';

const Payments = lazy(async () => ({ default: (await import('./payments/payments-page')).PaymentsPage }));

/** The host loads each page lazily, and React takes no lazy component from another one: hence a plain one around it. */
export default defineRemote({ pages: { figures: FiguresPage, payments: () => <Payments /> } });
