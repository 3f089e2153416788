import { defineRemote, deferred } from '@bank/client/remote-module';

export default defineRemote({
  pages: {
    users: deferred(async () => (await import('./users/users-page')).UsersPage),
    'user-cards': deferred(async () => (await import('./user-cards/user-cards-page')).UserCardsPage),
    user: deferred(async () => (await import('./user-file/user-page')).UserPage),
    kyc: deferred(async () => (await import('./kyc/kyc-page')).KycPage),
    logs: deferred(async () => (await import('./logs/logs-page')).LogsPage),
    releases: deferred(async () => (await import('./releases/releases-page')).ReleasesPage),
    errors: deferred(async () => (await import('./remote-errors/errors-page')).ErrorsPage),
    error: deferred(async () => (await import('./remote-errors/error-page')).ErrorPage),
    approvals: deferred(async () => (await import('./approvals/approvals-page')).ApprovalsPage),
    incidents: deferred(
      async () => (await import(/* webpackChunkName: "watch" */ './incidents/incidents-page')).IncidentsPage,
    ),
    incident: deferred(
      async () => (await import(/* webpackChunkName: "watch" */ './incidents/incident-page')).IncidentPage,
    ),
    messages: deferred(
      async () => (await import(/* webpackChunkName: "watch" */ './messages/messages-page')).MessagesPage,
    ),
    message: deferred(
      async () => (await import(/* webpackChunkName: "watch" */ './messages/message-page')).MessagePage,
    ),
    cases: deferred(
      async () => (await import(/* webpackChunkName: "cases" */ './cases/cases-page')).CasesPage,
    ),
    case: deferred(async () => (await import(/* webpackChunkName: "cases" */ './cases/case-page')).CasePage),
    rules: deferred(
      async () => (await import(/* webpackChunkName: "rules" */ './rules/rules-page')).RulesPage,
    ),
    rule: deferred(async () => (await import(/* webpackChunkName: "rules" */ './rules/rule-page')).RulePage),
    history: deferred(async () => (await import('./history/history-page')).HistoryPage),
    settings: deferred(async () => (await import('./settings/settings-page')).SettingsPage),
  },
});
