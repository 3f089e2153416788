import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';
import styles from './arrivals.module.css';
import { useArrivals } from './use-arrivals';

interface ArrivalsProps {
  queue: 'kyc_queue' | 'ticket_queue';
  /** The state that brings something into the queue. */
  waiting: string;
  /** Whether what comes in belongs in the list, by its filter. */
  isConcerned: boolean;
  /** What the list shows now. */
  known: readonly { id: number }[];
  /** How many came, in words. */
  say: (count: number) => string;
  /** Reads the list anew. */
  onShow: () => Promise<unknown>;
}

/** How many came into a queue since its list was read, to be shown when the reader is ready for them. */
export function Arrivals({ queue, waiting, isConcerned, known, say, onShow }: ArrivalsProps) {
  const { t } = useSharedTexts();
  const { count, forget } = useArrivals(queue, waiting, known);
  const hasNews = isConcerned && count > 0;
  const show = async () => {
    await onShow();
    forget();
  };
  return (
    <div className={styles.arrivals}>
      <p role="status">{hasNews && say(count)}</p>
      {hasNews && (
        <Button variant="secondary" size="small" icon="refresh-cw" onClick={() => void show()}>
          {t('action.refresh')}
        </Button>
      )}
    </div>
  );
}
