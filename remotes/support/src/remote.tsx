import { lazy } from 'react';
import { defineRemote } from '@bank/client/remote-module';
import { ChatButton } from './chat/chat-button';

const Faq = lazy(async () => ({ default: (await import('./faq/faq-page')).FaqPage }));
const Contact = lazy(async () => ({ default: (await import('./contact/contact-page')).ContactPage }));

/**
 * The chat button stands on every page of the shell, so nothing else belongs to the first chunk. The host loads each
 * page lazily, and React takes no lazy component from another one: hence a plain one around it.
 */
export default defineRemote({
  pages: { faq: () => <Faq />, contact: () => <Contact /> },
  slots: { 'chat-button': ChatButton },
});
