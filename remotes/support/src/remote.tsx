import { defineRemote, deferred } from '@bank/client/remote-module';
import { ChatButton } from './chat/chat-button';
import { ChatEntry } from './chat/chat-entry';

/**
 * The chat button is on every page of the shell, so the first chunk contains nothing else. A list and its details are one
 * chunk.
 */
export default defineRemote({
  pages: {
    faq: deferred(async () => (await import('./faq/faq-page')).FaqPage),
    contact: deferred(async () => (await import('./contact/contact-page')).ContactPage),
    disputes: deferred(async () => (await import('./disputes/disputes-page')).DisputesPage),
    requests: deferred(async () => (await import('./requests/requests-page')).RequestsPage),
    tickets: deferred(
      async () => (await import(/* webpackChunkName: "tickets" */ './tickets/tickets-page')).TicketsPage,
    ),
    ticket: deferred(
      async () => (await import(/* webpackChunkName: "tickets" */ './tickets/ticket-page')).TicketPage,
    ),
    conversations: deferred(
      async () => (await import('./conversations/conversations-page')).ConversationsPage,
    ),
    partners: deferred(
      async () => (await import(/* webpackChunkName: "partners" */ './partners/partners-page')).PartnersPage,
    ),
    partner: deferred(
      async () => (await import(/* webpackChunkName: "partners" */ './partners/partner-page')).PartnerPage,
    ),
  },
  slots: {
    stories: deferred(async () => (await import('./stories/support-story')).SupportStory),
    'chat-button': ChatButton,
    'chat-entry': ChatEntry,
    'simple-help': deferred(async () => (await import('./simple/simple-help')).SimpleHelp),
  },
});
