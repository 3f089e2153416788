import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';
import { Cluster } from '@bank/ui/layout';
import { useNewItems } from './use-new-items';

interface NewItemsNoticeProps {
  queue: 'kyc_queue' | 'ticket_queue' | 'case_queue';
  /** The state that brings something into the queue. */
  waiting: string;
  /** Whether the list's filter includes new items. */
  isConcerned: boolean;
  known: readonly { id: number }[];
  message: (count: number) => string;
  onShow: () => Promise<unknown>;
}

/** The number of items added since the list was fetched, and a button that shows them. */
export function NewItemsNotice({ queue, waiting, isConcerned, known, message, onShow }: NewItemsNoticeProps) {
  const { t } = useSharedTexts();
  const { count, forget } = useNewItems(queue, waiting, known);
  const hasNews = isConcerned && count > 0;
  const show = async () => {
    await onShow();
    forget();
  };
  return (
    <Cluster gap="8-12" align="center">
      <p role="status">{hasNews && message(count)}</p>
      {hasNews && (
        <Button variant="secondary" size="small" icon="refresh-cw" onClick={() => void show()}>
          {t('action.refresh')}
        </Button>
      )}
    </Cluster>
  );
}
