import { lazy } from 'react';
import { defineRemote } from '@bank/client/remote-module';
import { AddFunds } from './add-funds/add-funds';
import { OverviewPage } from './overview/overview-page';

const Balance = lazy(async () => ({ default: (await import('./balance/balance-page')).BalancePage }));
const CheckBalance = lazy(async () => ({
  default: (await import('./check-balance/check-balance-page')).CheckBalancePage,
}));
const Transactions = lazy(async () => ({
  default: (await import('./transactions/transactions-page')).TransactionsPage,
}));
const Settings = lazy(async () => ({ default: (await import('./settings/settings-page')).SettingsPage }));
const Coming = lazy(async () => ({ default: (await import('./coming/coming-page')).ComingPage }));

/** The host loads each page lazily, and React takes no lazy component from another one: hence a plain one around it. */
export default defineRemote({
  pages: {
    overview: OverviewPage,
    balance: () => <Balance />,
    'check-balance': () => <CheckBalance />,
    transactions: () => <Transactions />,
    settings: () => <Settings />,
    scheduled: () => <Coming screen="scheduled" />,
    notifications: () => <Coming screen="notifications" />,
    kyc: () => <Coming screen="kyc" />,
  },
  slots: { 'add-funds': AddFunds },
});
