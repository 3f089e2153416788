// Types only: `import '@bank/embed/svelte'` makes the elements known to Svelte 5.
import type { HTMLAttributes } from 'svelte/elements';
import type {
  ApplicationStatusAttributes,
  BankEvents,
  ExchangeAttributes,
  PayAttributes,
  WidgetAttributes,
} from './index.js';

/** Svelte's names of the events: `onbank-complete={({ detail }) => …}`. */
type Listeners = { [Name in keyof BankEvents as `on${Name}`]?: (event: BankEvents[Name]) => void };

type Element<Attributes extends WidgetAttributes> = HTMLAttributes<HTMLElement> & Attributes & Listeners;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'bank-chat': Element<WidgetAttributes>;
    'bank-signup': Element<WidgetAttributes>;
    'bank-exchange': Element<ExchangeAttributes>;
    'bank-pay': Element<PayAttributes>;
    'bank-application-status': Element<ApplicationStatusAttributes>;
  }
}
