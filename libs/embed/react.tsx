import { type ComponentType, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import {
  type BankEvents,
  type BankWidget,
  type LoaderChoice,
  loadBank,
  type WidgetAttributes,
} from './index.js';

/** What a page may ask of a widget; nothing happens before it has loaded. */
export type BankHandle = Pick<BankWidget, 'open' | 'close'>;

export interface BankWidgetProps extends WidgetAttributes {
  /** Which loader, and from where. It is read once. */
  loader: LoaderChoice;
  ref?: Ref<BankHandle>;
  onReady?: () => void;
  onOpen?: () => void;
  onStep?: (detail: BankEvents['bank-step']['detail']) => void;
  onComplete?: (detail: BankEvents['bank-complete']['detail']) => void;
  onError?: (detail: BankEvents['bank-error']['detail']) => void;
}

const events = ['Ready', 'Open', 'Step', 'Complete', 'Error'] as const;

/** The assistant, in the corner of the window. Renders the same on a server. */
export const BankChat = (props: BankWidgetProps) => <Widget tag="bank-chat" {...props} />;

/** Opening an account, where it stands. Renders the same on a server. */
export const BankSignup = (props: BankWidgetProps) => <Widget tag="bank-signup" {...props} />;

function Widget({
  tag,
  loader,
  ref,
  partner,
  locale,
  theme,
  ...listeners
}: BankWidgetProps & { tag: string }) {
  const element = useRef<BankWidget>(null);
  const current = useRef(listeners);
  const choice = useRef(loader);
  useEffect(() => {
    current.current = listeners;
  });
  // Before the element, which may be defined already, says that it is ready.
  useLayoutEffect(() => {
    const widget = element.current;
    const stop = new AbortController();
    for (const event of events) {
      const hear = ({ detail }: CustomEvent) => current.current[`on${event}`]?.(detail as never);
      widget?.addEventListener(`bank-${event.toLowerCase()}`, hear as EventListener, { signal: stop.signal });
    }
    return () => stop.abort();
  }, []);
  useEffect(() => {
    loadBank(choice.current).catch(() => current.current.onError?.({ code: 'unavailable' }));
  }, []);
  useImperativeHandle(ref, () => ({
    open: () => element.current?.open?.(),
    close: () => element.current?.close?.(),
  }));
  // React takes the name of an element where it takes a component; its types know only the browser's own names.
  const Tag = tag as unknown as ComponentType<WidgetAttributes & { ref: Ref<BankWidget> }>;
  return <Tag ref={element} partner={partner} locale={locale} theme={theme} />;
}
