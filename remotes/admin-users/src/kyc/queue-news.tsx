import type { KycSubmission } from '@bank/contracts/kyc';
import { useArrivals } from '@bank/client/use-arrivals';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';
import { useTexts } from '../texts';
import styles from './kyc-page.module.css';

interface QueueNewsProps {
  /** How many submissions the list has; unknown while it is not there. */
  total: number | undefined;
  /** Whether what is new belongs in the list. */
  isConcerned: boolean;
  /** What the list shows now. */
  known: readonly KycSubmission[];
  onShow: () => Promise<void>;
}

/** How long the list is, and what came in since it was read, to be shown when the reader is ready for it. */
export function QueueNews({ total, isConcerned, known, onShow }: QueueNewsProps) {
  const { t } = useTexts();
  const shared = useSharedTexts();
  const { count, forget } = useArrivals('kyc_queue', 'pending', known);
  const hasNews = isConcerned && count > 0;
  const show = async () => {
    await onShow();
    forget();
  };
  return (
    <div className={styles.news}>
      {total !== undefined && <p className={styles.total}>{t('kyc.total', { count: total })}</p>}
      <p role="status">{hasNews && t('kyc.news', { count })}</p>
      {hasNews && (
        <Button variant="secondary" size="small" icon="refresh-cw" onClick={() => void show()}>
          {shared.t('action.refresh')}
        </Button>
      )}
    </div>
  );
}
