import { useEffect, useState } from 'react';
import { useFormat } from '@bank/i18n/use-format';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { chatFacts } from '../facts';
import { screens } from '../links';
import { Prose } from '../prose';
import { useTexts } from '../texts';
import styles from './chat-panel.module.css';
import type { ChatMessage } from './conversation';
import { PlainLink } from './plain-link';
import { loadedQuestions } from './questions-part';
import { screensOf, useReplyTexts } from './script';

interface ChatMessageProps {
  message: ChatMessage;
  onNavigate?: (path: string) => void;
}

/** One message with its time. */
export function ChatMessageView({ message, onNavigate }: ChatMessageProps) {
  const { t } = useTexts();
  return (
    <div className={message.type === 'user' ? styles.mine : styles.theirs}>
      <div className={styles.bubble}>
        <VisuallyHidden>{t(`chat.from.${message.type}`)} </VisuallyHidden>
        {message.type === 'user' ? (
          <p className={styles.typed}>{message.content}</p>
        ) : (
          <Reply of={message} onNavigate={onNavigate} />
        )}
      </div>
      <Time at={message.timestamp} />
    </div>
  );
}

/** Rendered after the first paint: the first formatted time costs a slow phone over 100 ms. */
function Time({ at }: { at: number }) {
  const { time } = useFormat();
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true));
    return () => clearTimeout(timer);
  }, []);
  return (
    <time className={styles.time} dateTime={new Date(at).toISOString()}>
      {isPainted && time(at)}
    </time>
  );
}

interface ReplyProps {
  of: Extract<ChatMessage, { type: 'bot' }>;
  onNavigate?: ((path: string) => void) | undefined;
}

function Reply({ of: { topic, question }, onNavigate }: ReplyProps) {
  const { t } = useTexts();
  const reply = useReplyTexts();
  const questions = loadedQuestions();
  if (question && questions) return <questions.QuestionReply id={question} onNavigate={onNavigate} />;
  const links = screensOf[topic];
  return (
    <>
      <Prose text={reply.t(topic, chatFacts())} />
      {links.length > 0 && (
        <ul className={styles.links}>
          {links.map((screen) => (
            <li key={screen}>
              <PlainLink to={screens[screen]} onNavigate={onNavigate}>
                {t(`link.${screen}`)}
              </PlainLink>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
