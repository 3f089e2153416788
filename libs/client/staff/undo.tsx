import { type ReactNode, useEffect, useState } from 'react';
import { failureText } from '@bank/client/call-failure';
import { useToast } from '@bank/ui/toast';
import { useFocusAfter } from '@bank/ui/use-focus-after';
import styles from './undo.module.css';
import { useWorkTexts } from './work-texts';

/** How long something can be undone, in seconds. */
const undoSeconds = 10;

interface Offer {
  message: string;
  /** Without a promise, what offers shows itself how the undoing goes. */
  undo: () => Promise<unknown> | void;
  /** Unix ms */
  until: number;
}

/**
 * Displays what was done, and undoes it on request for ten seconds; a later offer replaces it. The bar is rendered by what
 * offers, in the page or in its dialog. Never for money.
 */
export function useUndo(): {
  offer: (message: string, undo: Offer['undo']) => void;
  bar: ReactNode;
} {
  const [offered, setOffered] = useState<Offer>();
  const offer = (message: string, undo: Offer['undo']) =>
    setOffered({ message, undo, until: Date.now() + undoSeconds * 1_000 });
  const place = useFocusAfter<HTMLDivElement>(offered !== undefined);
  const bar = (
    <div ref={place} role="status" tabIndex={-1}>
      {offered && <Bar offer={offered} onGone={() => setOffered(undefined)} />}
    </div>
  );
  return { offer, bar };
}

function Bar({ offer: { message, undo, until }, onGone }: { offer: Offer; onGone: () => void }) {
  const { t } = useWorkTexts();
  const { show } = useToast();
  const left = useSecondsUntil(until, onGone);
  const onUndo = () => {
    onGone();
    undo()?.then(
      () => show({ type: 'info', message: t('undone') }),
      (error: unknown) => show({ type: 'error', message: failureText(error, { failed: t('undo_failed') }) }),
    );
  };
  return (
    <div className={styles.bar}>
      <span>{message}</span>
      <button type="button" className={styles.button} onClick={onUndo}>
        {t('undo')}
      </button>
      <span className={styles.left} aria-hidden="true">
        {t('undo_left', { seconds: left })}
      </span>
    </div>
  );
}

function useSecondsUntil(until: number, onGone: () => void): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((until - now) / 1_000));
  useEffect(() => {
    if (left === 0) {
      onGone();
      return undefined;
    }
    const timer = setTimeout(() => setNow(Date.now()), 250);
    return () => clearTimeout(timer);
  }, [left, now, onGone]);
  return left;
}
