import { defineTexts } from '@bank/i18n/texts';
import en from '../../locales/offer.en.json';
import fr from '../../locales/offer.fr.json';
import { useTexts } from '../texts';
import styles from './chat-panel.module.css';
import type { ChatMessage } from './conversation';

const useOfferTexts = defineTexts('support-offer', { fr, en });

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
