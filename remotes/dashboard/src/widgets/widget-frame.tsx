import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import type { Frame } from '@bank/frame/frame';
import styles from '@bank/frame/frame.module.css';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';

interface WidgetFrameProps {
  frame: Frame;
  title: string;
  /** The element that takes the focus when the widget opens; without it, the title. */
  first?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** The frame of a widget: its title, its close button, and what the page's element has to know. */
export function WidgetFrame({ frame: { send, onShown }, title, first, children }: WidgetFrameProps) {
  const shared = useSharedTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  // Before the paint: the element shows the frame one paint earlier.
  useLayoutEffect(() => {
    onShown(() => (first ?? heading).current?.focus());
    send({ type: 'ready' });
    send({ type: 'step', step: 'form' });
  }, [onShown, send, first]);
  return (
    <main className={styles.frame}>
      <header className={styles.header}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <Button variant="quiet" size="small" icon="x" onClick={() => send({ type: 'close' })}>
          {shared.t('action.close')}
        </Button>
      </header>
      {children}
    </main>
  );
}
