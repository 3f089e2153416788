import { useState } from 'react';
import type { PaymentDetail, PaymentMessage } from '@bank/contracts/payments';
import { useFormat } from '@bank/i18n/use-format';
import { QueryBoundary } from '@bank/client/query-boundary';
import { Button } from '@bank/ui/button';
import { CopyButton } from '@bank/ui/copy-button';
import { ScrollArea } from '@bank/ui/scroll-area';
import { indented } from './indented';
import styles from './payment-way.module.css';
import { usePaymentMessage } from './rail.api';
import { useRailTexts } from './texts';

const named = ['pacs008', 'pacs028', 'camt056', 'pacs002', 'pacs004', 'camt029'] as const;

/** The purpose of a message, by the first parts of its name: `pacs.008` of `pacs.008.001.08`. */
const nameOf = (type: string) => named.find((name) => type.replace('.', '').startsWith(name)) ?? 'unknown';

/** The messages with the clearing house, each as it was sent or received. */
export function PaymentMessages({ payment }: { payment: PaymentDetail }) {
  const { t } = useRailTexts();
  const [shown, setShown] = useState<string>();
  return (
    <section aria-labelledby="messages-part">
      <h4 id="messages-part">{t('messages.title')}</h4>
      <ul className={styles.messages}>
        {payment.messages.map((message) => {
          const key = `${message.direction} ${message.message_id}`;
          const isShown = shown === key;
          return (
            <li key={key}>
              <MessageLine
                message={message}
                isShown={isShown}
                onToggle={() => setShown(isShown ? undefined : key)}
              />
              {isShown && <MessageText payment={payment} message={message} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface MessageLineProps {
  message: PaymentMessage;
  isShown: boolean;
  onToggle: () => void;
}

function MessageLine({ message, isShown, onToggle }: MessageLineProps) {
  const { t } = useRailTexts();
  const { dateTime } = useFormat();
  const { direction, type, at, answered_at: answeredAt } = message;
  const name = `${t(`messages.type_${nameOf(type)}`)} (${type})`;
  const action = t(isShown ? 'messages.hide' : 'messages.show');
  const line = t('messages.line', { direction: t(`messages.${direction}`), date: dateTime(at) });
  return (
    <div className={styles.line}>
      <span>
        {name}
        <span className={styles.quiet}>
          {direction === 'out' && !answeredAt ? `${line}, ${t('messages.unanswered')}` : line}
        </span>
      </span>
      <Button
        variant="quiet"
        size="small"
        aria-expanded={isShown}
        aria-label={t('messages.named', { action, type: name })}
        onClick={onToggle}
      >
        {action}
      </Button>
    </div>
  );
}

function MessageText({ payment, message }: { payment: PaymentDetail; message: PaymentMessage }) {
  const { t } = useRailTexts();
  const query = usePaymentMessage(payment, message);
  return (
    <QueryBoundary
      query={query}
      rows={4}
      failed={t('messages.failed')}
      message={t('messages.failed_message')}
    >
      {({ xml }) => (
        <>
          <ScrollArea label={t('messages.xml', { id: message.message_id })}>
            <pre className={styles.xml}>{indented(xml)}</pre>
          </ScrollArea>
          <CopyButton text={xml} label={t('messages.copy')} done={t('messages.copied')} />
        </>
      )}
    </QueryBoundary>
  );
}
