import { type FormEvent, type KeyboardEvent, type Ref, useId, useState } from 'react';
import { Icon } from '@bank/ui/icon';
import { useTexts } from '../texts';
import styles from './chat-input.module.css';

const longestMessage = 1_000;

interface ChatInputProps {
  onSend: (text: string) => void;
  inputRef?: Ref<HTMLTextAreaElement>;
}

/** The line to write on: Enter sends, Shift+Enter starts a new line. */
export function ChatInput({ onSend, inputRef }: ChatInputProps) {
  const { t } = useTexts();
  const id = useId();
  const [text, setText] = useState('');
  const blank = text.trim() === '';

  const send = () => {
    if (blank) return;
    onSend(text);
    setText('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
    // The button is disabled from here on and would drop the focus.
    document.getElementById(id)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also confirms a word in an input method; that one is not ours.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <textarea
        ref={inputRef}
        id={id}
        className={styles.input}
        aria-label={t('chat.input')}
        placeholder={t('chat.placeholder')}
        rows={1}
        maxLength={longestMessage}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className={styles.send} aria-label={t('chat.send')} disabled={blank}>
        <Icon name="send" />
      </button>
    </form>
  );
}
