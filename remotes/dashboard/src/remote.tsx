import { defineRemote, deferred } from '@bank/client/remote-module';
import { AddFunds } from './add-funds/add-funds';
import { OverviewPage } from './overview/overview-page';

const coming = (screen: 'scheduled' | 'notifications') =>
  deferred(async () => {
    const { ComingPage } = await import('./coming/coming-page');
    return () => <ComingPage screen={screen} />;
  });

export default defineRemote({
  pages: {
    overview: OverviewPage,
    balance: deferred(async () => (await import('./balance/balance-page')).BalancePage),
    'check-balance': deferred(
      async () => (await import('./check-balance/check-balance-page')).CheckBalancePage,
    ),
    transactions: deferred(async () => (await import('./transactions/transactions-page')).TransactionsPage),
    settings: deferred(async () => (await import('./settings/settings-page')).SettingsPage),
    scheduled: coming('scheduled'),
    notifications: coming('notifications'),
    kyc: deferred(async () => (await import('./kyc/kyc-page')).KycPage),
  },
  slots: { 'add-funds': AddFunds },
});
