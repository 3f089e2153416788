import { useState } from 'react';
import type { TicketSummary } from '@bank/contracts/tickets';
import { useLiveEvent } from '@bank/client/live-events';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';
import { useTicketTexts } from './texts';
import styles from './tickets-page.module.css';

interface TicketNewsProps {
  /** What the list shows now. */
  known: readonly TicketSummary[];
  onShow: () => Promise<unknown>;
}

/** How many messages came in since the list was read, to be shown when the reader is ready for them. */
export function TicketNews({ known, onShow }: TicketNewsProps) {
  const { t } = useTicketTexts();
  const shared = useSharedTexts();
  const [arrived, setArrived] = useState<number[]>([]);
  useLiveEvent(['ticket_queue', 'gap'], ({ type, data }) => {
    // After a gap the list itself is asked for again.
    if (type === 'gap') setArrived([]);
    else {
      const others = (ids: number[]) => ids.filter((id) => id !== data.id);
      setArrived((ids) => (data.status === 'open' ? [...others(ids), data.id] : others(ids)));
    }
  });
  const count = arrived.filter((id) => !known.some((ticket) => ticket.id === id)).length;
  const show = async () => {
    await onShow();
    setArrived([]);
  };
  return (
    <div className={styles.news}>
      <p role="status">{count > 0 && t('list.news', { count })}</p>
      {count > 0 && (
        <Button variant="secondary" size="small" icon="refresh-cw" onClick={() => void show()}>
          {shared.t('action.refresh')}
        </Button>
      )}
    </div>
  );
}
