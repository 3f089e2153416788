import styles from '../chat/chat-panel.module.css';
import type { ChatMessage } from '../chat/conversation';
import { useTexts } from '../texts';
import { useOfferTexts } from './texts';

interface AskForPersonProps {
  last: ChatMessage | undefined;
  hasFailed?: boolean;
  onAsk: () => void;
}

/** Offers a person after an answer that leads to one: none was found, or a person was asked for. */
export function AskForPerson({ last, hasFailed, onAsk }: AskForPersonProps) {
  const { t } = useOfferTexts();
  const { t: shared } = useTexts();
  if (last?.type !== 'bot' || (last.topic !== 'fallback' && last.topic !== 'contact')) return null;
  return (
    <>
      {hasFailed && <p role="alert">{shared('chat.unavailable')}</p>}
      <button type="button" className={`${styles.chip} ${styles.offer}`} onClick={onAsk}>
        {t('ask')}
      </button>
    </>
  );
}
