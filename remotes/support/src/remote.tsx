import { lazy } from 'react';
import { defineRemote } from '@bank/client/remote-module';
import { ChatButton } from './chat/chat-button';

const FaqPage = lazy(async () => ({ default: (await import('./faq/faq-page')).FaqPage }));
const ContactPage = lazy(async () => ({ default: (await import('./contact/contact-page')).ContactPage }));

// The button stands on every page of the shell, so nothing else belongs to the first chunk.
export default defineRemote({
  pages: { faq: FaqPage, contact: ContactPage },
  slots: { 'chat-button': ChatButton },
});
