import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import type { ChatLines } from '@bank/contracts/support';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { BrandMark } from '@bank/ui/brand';
import { Icon } from '@bank/ui/icon';
import { chatFacts } from '../facts';
import { useTexts } from '../texts';
import { ChatInput } from './chat-input';
import { ChatMessageView } from './chat-message';
import styles from './chat-panel.module.css';
import { type ChatMessage, useConversation } from './conversation';
import { loadedQuestions } from './questions-part';
import { useReplyTexts } from './script';

const quickActions = ['balance', 'cards', 'transfer', 'support'] as const;

interface ChatPanelProps {
  onClose?: () => void;
  /** Follows a link inside the page; without it, links are ordinary. */
  onNavigate?: (path: string) => void;
  /** Called with the whole conversation after each message. */
  onTranscript?: (lines: ChatLines) => void;
  onFirstQuestion?: () => void;
  inputRef?: Ref<HTMLTextAreaElement>;
  /** The content under the last message. */
  offer?: (last: ChatMessage | undefined) => ReactNode;
  /** The content in place of the conversation with the assistant, which continues after it. */
  instead?: ReactNode;
}

/** The chat assistant. Fills its container and is independent of the page. */
export function ChatPanel({ onClose, onFirstQuestion, onTranscript, instead, ...shown }: ChatPanelProps) {
  const { t } = useTexts();
  const conversation = useConversation(onFirstQuestion);
  useTranscript(conversation.messages, onTranscript);
  return (
    <div className={styles.panel}>
      <Header onClose={onClose} />
      {instead || <Assistant {...shown} {...conversation} />}
      <p className={styles.footer}>{t('chat.footer')}</p>
    </div>
  );
}

type AssistantProps = Pick<ChatPanelProps, 'onNavigate' | 'inputRef' | 'offer'> &
  ReturnType<typeof useConversation>;

function Assistant({ messages, typing, ask, onNavigate, inputRef, offer }: AssistantProps) {
  const { t } = useTexts();
  const log = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [messages, typing]);

  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard must be able to scroll it */}
      <div ref={log} className={styles.log} role="log" aria-label={t('chat.log')} tabIndex={0}>
        {messages.map((message) => (
          <ChatMessageView key={message.id} message={message} onNavigate={onNavigate} />
        ))}
        {offer?.(messages.at(-1))}
        {typing && <Typing />}
      </div>
      <div className={styles.quick} role="group" aria-label={t('chat.quick')}>
        {quickActions.map((action) => (
          <button
            key={action}
            type="button"
            className={styles.chip}
            onClick={() => ask(t(`chat.quick.${action}`))}
          >
            {t(`chat.quick.${action}`)}
          </button>
        ))}
      </div>
      <ChatInput inputRef={inputRef} onSend={ask} />
    </>
  );
}

function useTranscript(messages: readonly ChatMessage[], onTranscript: ChatPanelProps['onTranscript']) {
  const { t, language } = useReplyTexts();
  useEffect(() => {
    const answerOf = ({ topic, question }: Extract<ChatMessage, { type: 'bot' }>) =>
      (question && loadedQuestions()?.answerText(question, language)) ?? t(topic, chatFacts());
    onTranscript?.(
      messages.map((message) => ({
        type: message.type,
        content: message.type === 'user' ? message.content : answerOf(message),
        timestamp: new Date(message.timestamp).toISOString(),
      })),
    );
  }, [messages, onTranscript, t, language]);
}

function Header({ onClose }: { onClose?: () => void }) {
  const { t } = useTexts();
  const shared = useSharedTexts();
  return (
    <header className={styles.header}>
      <span className={styles.mark}>
        <BrandMark />
      </span>
      <div className={styles.names}>
        <h2 className={styles.title}>{t('chat.title')}</h2>
        <p className={styles.status}>{t('chat.online')}</p>
      </div>
      {onClose && (
        <button
          type="button"
          className={styles.close}
          aria-label={shared.t('action.close')}
          onClick={onClose}
        >
          <Icon name="x" />
        </button>
      )}
    </header>
  );
}

function Typing() {
  const { t } = useTexts();
  return (
    <p className={styles.typing}>
      <span className={styles.dots} aria-hidden="true">
        <span />
        <span />
        <span />
      </span>
      {t('chat.typing')}
    </p>
  );
}
