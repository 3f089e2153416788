// Types only: `import '@bank/embed/vue'` makes the elements known to the templates of Vue 3.
import type { DefineComponent, HTMLAttributes } from 'vue';
import type {
  ApplicationStatusAttributes,
  BankEvents,
  ExchangeAttributes,
  PayAttributes,
  WidgetAttributes,
} from './index.js';

/** Vue's names of the events: `@bank-complete="({ detail }) => …"`. */
type Listeners = { [Name in keyof BankEvents as `onBank-${Last<Name>}`]?: (event: BankEvents[Name]) => void };
type Last<Name> = Name extends `bank-${infer Event}` ? Event : never;

type Element<Attributes extends WidgetAttributes> = DefineComponent<HTMLAttributes & Attributes & Listeners>;

declare module 'vue' {
  interface GlobalComponents {
    'bank-chat': Element<WidgetAttributes>;
    'bank-signup': Element<WidgetAttributes>;
    'bank-exchange': Element<ExchangeAttributes>;
    'bank-pay': Element<PayAttributes>;
    'bank-application-status': Element<ApplicationStatusAttributes>;
  }
}
