import { useEffect } from 'react';
import { useTexts } from '../texts';
import styles from './chat-entry.module.css';
import { countEntry } from './chat-store';
import { ChatToggle } from './chat-toggle';

/** The assistant in the frame of the customer area, in place of the floating button. */
export function ChatEntry() {
  const { t } = useTexts();
  useEffect(countEntry, []);
  return (
    <ChatToggle className={styles.entry}>
      <span className={styles.word}>{t('chat.word')}</span>
    </ChatToggle>
  );
}
