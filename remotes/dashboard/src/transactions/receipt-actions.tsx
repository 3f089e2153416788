import { Button } from '@bank/ui/button';
import { useToast } from '@bank/ui/toast';
import { useTransactionsTexts } from './texts';

/** Prints a receipt, and shares its words by the system's own dialog where the browser has one. */
export function ReceiptActions({ words }: { words: readonly string[] }) {
  const { t } = useTransactionsTexts();
  return (
    <>
      <Button variant="secondary" icon="printer" onClick={() => print()}>
        {t('print')}
      </Button>
      {'share' in navigator && <Share text={words.join('\n')} />}
    </>
  );
}

function Share({ text }: { text: string }) {
  const { t } = useTransactionsTexts();
  const { show } = useToast();
  const share = () =>
    navigator.share({ title: 'Bank PCS', text }).catch((error: unknown) => {
      // The person closed the system's dialog.
      if (error instanceof Error && error.name === 'AbortError') return;
      show({ type: 'error', message: t('share_failed') });
    });
  return (
    <Button variant="secondary" icon="send" onClick={() => void share()}>
      {t('share')}
    </Button>
  );
}
