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
  type BankErrorCode,
  type BankEvents,
  type BankLoadError,
  type BankWidget,
  type LoaderChoice,
  loadBank,
  type WidgetAttributes,
} from './index.js';

/** The handle of a widget; does nothing before it has loaded. */
export type BankHandle = Pick<BankWidget, 'open' | 'close'>;

export interface BankWidgetProps extends WidgetAttributes {
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

export type BankComponent = ForwardRefExoticComponent<BankWidgetProps & RefAttributes<BankHandle>>;

/** `<bank-chat>` and `<bank-signup>` written as they are. */
export interface BankElements {
  'bank-chat': DetailedHTMLProps<HTMLAttributes<BankWidget> & WidgetAttributes, BankWidget>;
  'bank-signup': DetailedHTMLProps<HTMLAttributes<BankWidget> & WidgetAttributes, BankWidget>;
}

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

/** The assistant, in the corner of the window. Renders the same on a server. */
export const BankChat = widget('bank-chat', 'BankChat');

/** The sign-up button. Renders the same on a server. */
export const BankSignup = widget('bank-signup', 'BankSignup');

function widget(tag: keyof BankElements, displayName: string): BankComponent {
  const Widget = React.forwardRef<BankHandle, BankWidgetProps>(
    ({ loader, partner, locale, theme, launcher, ...listeners }, ref) => {
      const element = React.useRef<BankWidget>(null);
      const current = React.useRef(listeners);
      const choice = React.useRef(loader);
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
      const attributes: ClassAttributes<BankWidget> & WidgetAttributes = {
        ref: element,
        partner,
        locale,
        theme,
        launcher,
      };
      return React.createElement(tag, attributes);
    },
  );
  Widget.displayName = displayName;
  return Widget;
}
