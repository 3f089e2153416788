import { defineRemote, deferred } from '@bank/client/remote-module';
import { FiguresPage } from './figures/figures-page';

export default defineRemote({
  pages: {
    exchange: deferred(async () => (await import('./exchange/exchange-page')).ExchangePage),
    figures: FiguresPage,
    files: deferred(async () => (await import('./files/files-page')).FilesPage),
    payments: deferred(async () => (await import('./payments/payments-page')).PaymentsPage),
    rail: deferred(async () => (await import('./rail/rail-page')).RailPage),
    reports: deferred(async () => (await import('./reports/reports-page')).ReportsPage),
    transactions: deferred(async () => (await import('./transactions/transactions-page')).TransactionsPage),
  },
});
