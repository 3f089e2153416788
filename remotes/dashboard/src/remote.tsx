import { lazy } from 'react';
import { defineRemote } from '@bank/client/remote-module';
import { AddFunds } from './add-funds/add-funds';
import { OverviewPage } from './overview/overview-page';

export default defineRemote({
  pages: {
    overview: OverviewPage,
    balance: lazy(async () => ({ default: (await import('./balance/balance-page')).BalancePage })),
    'check-balance': lazy(async () => ({
      default: (await import('./check-balance/check-balance-page')).CheckBalancePage,
    })),
    transactions: lazy(async () => ({
      default: (await import('./transactions/transactions-page')).TransactionsPage,
    })),
    settings: lazy(async () => ({ default: (await import('./settings/settings-page')).SettingsPage })),
    scheduled: lazy(async () => ({ default: (await import('./coming/coming-page')).ScheduledPage })),
    notifications: lazy(async () => ({ default: (await import('./coming/coming-page')).NotificationsPage })),
    kyc: lazy(async () => ({ default: (await import('./coming/coming-page')).KycPage })),
  },
  slots: { 'add-funds': AddFunds },
});
