import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { usePersonTexts } from './texts';
import type { useMessages } from './use-messages';

interface UnsentMessagesProps {
  messages: ReturnType<typeof useMessages>;
  /** Nothing more can be sent: the words are there to be read and copied. */
  isOver: boolean;
}

/** The messages that did not go, each with another try. */
export function UnsentMessages({ messages: { unsent, write }, isOver }: UnsentMessagesProps) {
  const { t } = usePersonTexts();
  return unsent.map(({ key, text, failure }) => (
    <Alert key={key} tone="danger">
      <p>{failure}</p>
      {!isOver && (
        <Button size="small" variant="secondary" onClick={() => write(text)}>
          {t('retry')}
        </Button>
      )}
    </Alert>
  ));
}
