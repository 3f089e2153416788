import { defineRemote, deferred } from '@bank/client/remote-module';
import { ChatButton } from './chat/chat-button';

/** The chat button stands on every page of the shell, so nothing else belongs to the first chunk. */
export default defineRemote({
  pages: {
    faq: deferred(async () => (await import('./faq/faq-page')).FaqPage),
    contact: deferred(async () => (await import('./contact/contact-page')).ContactPage),
  },
  slots: { 'chat-button': ChatButton },
});
