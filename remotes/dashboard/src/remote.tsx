import { defineRemote, deferred } from '@bank/client/remote-module';
import { AddFunds } from './add-funds/add-funds';
import { OverviewPage } from './overview/overview-page';
import { Transfer } from './transfers/transfer';

/** Pages that belong together are one file: each file of its own makes the entry larger. */
export default defineRemote({
  pages: {
    overview: OverviewPage,
    account: deferred(
      async () => (await import(/* webpackChunkName: "accounts" */ './account/account-page')).AccountPage,
    ),
    balance: deferred(
      async () => (await import(/* webpackChunkName: "sum" */ './balance/balance-page')).BalancePage,
    ),
    'check-balance': deferred(
      async () =>
        (await import(/* webpackChunkName: "sum" */ './check-balance/check-balance-page')).CheckBalancePage,
    ),
    'direct-debits': deferred(
      async () =>
        (await import(/* webpackChunkName: "pay" */ './direct-debits/direct-debits-page')).DirectDebitsPage,
    ),
    currencies: deferred(
      async () =>
        (await import(/* webpackChunkName: "accounts" */ './accounts/currencies-page')).CurrenciesPage,
    ),
    rates: deferred(
      async () => (await import(/* webpackChunkName: "accounts" */ './rates/rates-page')).RatesPage,
    ),
    kyc: deferred(async () => (await import('./kyc/kyc-page')).KycPage),
    notifications: deferred(
      async () => (await import('./notifications/notifications-page')).NotificationsPage,
    ),
    'pay-request': deferred(
      async () =>
        (await import(/* webpackChunkName: "transfer" */ './pay-request/pay-request-page')).PayRequestPage,
    ),
    payees: deferred(
      async () => (await import(/* webpackChunkName: "pay" */ './payees/payees-page')).PayeesPage,
    ),
    scheduled: deferred(
      async () => (await import(/* webpackChunkName: "pay" */ './scheduled/scheduled-page')).ScheduledPage,
    ),
    simple: deferred(
      async () =>
        (await import(/* webpackChunkName: "transfer" */ './simple/simple-task-page')).SimpleTaskPage,
    ),
    settings: deferred(async () => (await import('./settings/settings-page')).SettingsPage),
    transactions: deferred(async () => (await import('./transactions/transactions-page')).TransactionsPage),
  },
  slots: {
    stories: deferred(async () => (await import('./stories/dashboard-story')).DashboardStory),
    transfer: Transfer,
    'add-funds': AddFunds,
    'profile-settings': deferred(async () => (await import('./settings/staff-settings')).ProfileSettings),
    'security-settings': deferred(async () => (await import('./settings/staff-settings')).SecuritySettings),
    'unread-count': deferred(async () => (await import('./notifications/unread-count')).UnreadCount),
  },
});
