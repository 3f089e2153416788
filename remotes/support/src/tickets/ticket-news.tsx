import type { TicketSummary } from '@bank/contracts/tickets';
import { useArrivals } from '@bank/client/use-arrivals';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';
import { useTicketTexts } from './texts';
import styles from './tickets-page.module.css';

interface TicketNewsProps {
  /** Whether what is new belongs in the list. */
  isConcerned: boolean;
  /** What the list shows now. */
  known: readonly TicketSummary[];
  onShow: () => Promise<unknown>;
}

/** How many messages came in since the list was read, to be shown when the reader is ready for them. */
export function TicketNews({ isConcerned, known, onShow }: TicketNewsProps) {
  const { t } = useTicketTexts();
  const shared = useSharedTexts();
  const { count, forget } = useArrivals('ticket_queue', 'open', known);
  const hasNews = isConcerned && count > 0;
  const show = async () => {
    await onShow();
    forget();
  };
  return (
    <div className={styles.news}>
      <p role="status">{hasNews && t('list.news', { count })}</p>
      {hasNews && (
        <Button variant="secondary" size="small" icon="refresh-cw" onClick={() => void show()}>
          {shared.t('action.refresh')}
        </Button>
      )}
    </div>
  );
}
