'use client';

// For every React since 16.8, which brought hooks: no JSX of our own, no `ref` among the properties.
import React from 'react';
import type {
  ClassAttributes,
  DetailedHTMLProps,
  ForwardRefExoticComponent,
  HTMLAttributes,
  RefAttributes,
} from 'react';
import {
  type ApplicationStatusAttributes,
  type BankErrorCode,
  type BankEvents,
  type BankLoadError,
  type BankWidget,
  type ExchangeAttributes,
  type LoaderChoice,
  loadBank,
  type PayAttributes,
  type WidgetAttributes,
} from './index.js';

/** The handle of a widget; does nothing before it has loaded. */
export type BankHandle = Pick<BankWidget, 'open' | 'close'>;

interface CommonProps {
  /** Which loader, and from where. It is read once. */
  loader: LoaderChoice;
  onReady?: (() => void) | undefined;
  onOpen?: (() => void) | undefined;
  onClose?: (() => void) | undefined;
  onStep?: ((detail: BankEvents['bank-step']['detail']) => void) | undefined;
  onComplete?: ((detail: BankEvents['bank-complete']['detail']) => void) | undefined;
  /** Of the widget, or of loading it. */
  onError?: ((detail: { code: BankErrorCode }) => void) | undefined;
}

export type BankWidgetProps<Attributes extends WidgetAttributes = WidgetAttributes> = CommonProps &
  Attributes;

export type BankComponent<Attributes extends WidgetAttributes = WidgetAttributes> = ForwardRefExoticComponent<
  BankWidgetProps<Attributes> & RefAttributes<BankHandle>
>;

/** The attributes of each element. */
interface AttributesOf {
  'bank-chat': WidgetAttributes;
  'bank-signup': WidgetAttributes;
  'bank-exchange': ExchangeAttributes;
  'bank-pay': PayAttributes;
  'bank-application-status': ApplicationStatusAttributes;
}

/** The elements written as they are. */
export type BankElements = {
  [Tag in keyof AttributesOf]: DetailedHTMLProps<HTMLAttributes<BankWidget> & AttributesOf[Tag], BankWidget>;
};

/* eslint-disable @typescript-eslint/no-namespace, @typescript-eslint/no-empty-object-type -- React's own types are namespaces, in another place before version 18.2 */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends BankElements {}
  }
}
declare global {
  namespace JSX {
    interface IntrinsicElements extends BankElements {}
  }
}
/* eslint-enable @typescript-eslint/no-namespace, @typescript-eslint/no-empty-object-type */

const events = ['Ready', 'Open', 'Close', 'Step', 'Complete', 'Error'] as const;

/** There is no layout on a server, where React warns of the effect. */
const useBrowserLayoutEffect = typeof document === 'undefined' ? React.useEffect : React.useLayoutEffect;

/** The assistant, in the corner of the window. Renders the same on a server, as do the others. */
export const BankChat = widget('bank-chat', 'BankChat');

/** The sign-up button. */
export const BankSignup = widget('bank-signup', 'BankSignup');

/** The button of the exchange calculator. */
export const BankExchange = widget('bank-exchange', 'BankExchange');

/** The button that asks for a payment. */
export const BankPay = widget('bank-pay', 'BankPay');

/** The button that shows the state of an application. */
export const BankApplicationStatus = widget('bank-application-status', 'BankApplicationStatus');

function widget<Tag extends keyof AttributesOf>(
  tag: Tag,
  displayName: string,
): BankComponent<AttributesOf[Tag]> {
  const tools = tag !== 'bank-chat' && tag !== 'bank-signup';
  const Widget = React.forwardRef<BankHandle, BankWidgetProps>(
    ({ loader, onReady, onOpen, onClose, onStep, onComplete, onError, ...given }, ref) => {
      const listeners = { onReady, onOpen, onClose, onStep, onComplete, onError };
      const element = React.useRef<BankWidget>(null);
      const current = React.useRef(listeners);
      const choice = React.useRef({ ...loader, tools });
      React.useEffect(() => {
        current.current = listeners;
      });
      // Listens before a defined element dispatches `bank-ready`.
      useBrowserLayoutEffect(() => {
        const shown = element.current;
        const stop = new AbortController();
        for (const event of events) {
          const hear = ({ detail }: CustomEvent) => current.current[`on${event}`]?.(detail as never);
          shown?.addEventListener(`bank-${event.toLowerCase()}`, hear as EventListener, {
            signal: stop.signal,
          });
        }
        return () => stop.abort();
      }, []);
      React.useEffect(() => {
        loadBank(choice.current).catch(({ code }: BankLoadError) => current.current.onError?.({ code }));
      }, []);
      React.useImperativeHandle(ref, () => ({
        open: () => element.current?.open?.(),
        close: () => element.current?.close?.(),
      }));
      const attributes: ClassAttributes<BankWidget> & WidgetAttributes = { ...given, ref: element };
      return React.createElement(tag, attributes);
    },
  );
  Widget.displayName = displayName;
  return Widget as unknown as BankComponent<AttributesOf[Tag]>;
}
