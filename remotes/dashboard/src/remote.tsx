import { defineRemote, deferred } from '@bank/client/remote-module';
import { AddFunds } from './add-funds/add-funds';
import { OverviewPage } from './overview/overview-page';
import { Transfer } from './transfers/transfer';

const accountPages = () => import('./accounts/account-pages');

export default defineRemote({
  pages: {
    overview: OverviewPage,
    account: deferred(async () => (await accountPages()).AccountPage),
    balance: deferred(async () => (await import('./balance/balance-page')).BalancePage),
    'check-balance': deferred(
      async () => (await import('./check-balance/check-balance-page')).CheckBalancePage,
    ),
    'direct-debits': deferred(
      async () => (await import('./direct-debits/direct-debits-page')).DirectDebitsPage,
    ),
    currencies: deferred(async () => (await accountPages()).CurrenciesPage),
    rates: deferred(async () => (await accountPages()).RatesPage),
    kyc: deferred(async () => (await import('./kyc/kyc-page')).KycPage),
    notifications: deferred(
      async () => (await import('./notifications/notifications-page')).NotificationsPage,
    ),
    payees: deferred(async () => (await import('./payees/payees-page')).PayeesPage),
    scheduled: deferred(async () => (await import('./scheduled/scheduled-page')).ScheduledPage),
    settings: deferred(async () => (await import('./settings/settings-page')).SettingsPage),
    transactions: deferred(async () => (await import('./transactions/transactions-page')).TransactionsPage),
  },
  slots: {
    transfer: Transfer,
    'add-funds': AddFunds,
    'profile-settings': deferred(async () => (await import('./settings/staff-settings')).ProfileSettings),
    'security-settings': deferred(async () => (await import('./settings/staff-settings')).SecuritySettings),
    'unread-count': deferred(async () => (await import('./notifications/unread-count')).UnreadCount),
  },
});
