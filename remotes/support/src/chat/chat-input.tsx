import { type KeyboardEvent, type Ref, type SyntheticEvent, useId, useState } from 'react';
import { Icon } from '@bank/ui/icon';
import { useTexts } from '../texts';
import styles from './chat-input.module.css';

const maxMessageLength = 1_000;

interface ChatInputProps {
  onSend: (text: string) => void;
  /** Receives what is typed and not sent: the field may go before it is. */
  onType?: (text: string) => void;
  inputRef?: Ref<HTMLTextAreaElement>;
}

/** Enter sends, Shift+Enter starts a new line. */
export function ChatInput({ onSend, onType, inputRef }: ChatInputProps) {
  const { t } = useTexts();
  const id = useId();
  const [text, setText] = useState('');
  const blank = text.trim() === '';
  const type = (next: string) => {
    setText(next);
    onType?.(next);
  };

  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (blank) return;
    onSend(text);
    type('');
    // The button is about to be disabled and would lose the focus.
    document.getElementById(id)?.focus();
  };
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <textarea
        ref={inputRef}
        id={id}
        className={styles.input}
        aria-label={t('chat.input')}
        placeholder={t('chat.placeholder')}
        rows={1}
        maxLength={maxMessageLength}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => isSendKey(event) && send(event)}
      />
      <button type="submit" className={styles.send} aria-label={t('chat.send')} disabled={blank}>
        <Icon name="send" />
      </button>
    </form>
  );
}

/** Enter also confirms a word in an input method. */
const isSendKey = ({ key, shiftKey, nativeEvent }: KeyboardEvent) =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing;
