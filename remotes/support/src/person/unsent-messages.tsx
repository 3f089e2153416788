import { useFailureText } from '@bank/client/call-failure';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { usePersonTexts } from './texts';
import type { Unsent, useMessages } from './use-messages';

interface UnsentMessagesProps {
  messages: ReturnType<typeof useMessages>;
  /** Nothing more can be sent: the words are there to be read and copied. */
  isOver: boolean;
}

/** The messages that did not go, each with another try. */
export function UnsentMessages({ messages: { unsent, write }, isOver }: UnsentMessagesProps) {
  return unsent.map((message) => (
    <UnsentMessage key={message.key} message={message} onRetry={isOver ? undefined : write} />
  ));
}

interface UnsentMessageProps {
  message: Unsent;
  onRetry: ((text: string) => void) | undefined;
}

function UnsentMessage({ message: { text, error }, onRetry }: UnsentMessageProps) {
  const { t } = usePersonTexts();
  const failure = useFailureText(error, { failed: t('write_failed', { text }), isFixed: true });
  return (
    <Alert tone="danger">
      <p>{failure}</p>
      {onRetry && (
        <Button size="small" variant="secondary" onClick={() => onRetry(text)}>
          {t('retry')}
        </Button>
      )}
    </Alert>
  );
}
