import { useEffect, useState } from 'react';
import { useFormat } from '@bank/i18n/use-format';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { factsIn } from '../facts';
import { screens } from '../links';
import { Prose } from '../prose';
import { useTexts } from '../texts';
import styles from './chat-panel.module.css';
import type { ChatMessage } from './conversation';
import { PlainLink } from './plain-link';
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
          <Reply message={message} onNavigate={onNavigate} />
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
  message: Extract<ChatMessage, { type: 'bot' }>;
  onNavigate: ((path: string) => void) | undefined;
}

function Reply({ message: { topic, found }, onNavigate }: ReplyProps) {
  const { t } = useTexts();
  const reply = useReplyTexts();
  const own = screensOf[topic].map((screen) => [screens[screen], t(`link.${screen}`)] as const);
  const help = found?.[reply.language];
  const links = [...(help?.links ?? []), ...own];
  return (
    <>
      <Prose text={help?.text ?? reply.t(topic, factsIn(reply.language))} />
      {links.length > 0 && (
        <ul className={styles.links}>
          {links.map(([to, title]) => (
            <li key={to}>
              <PlainLink to={to} onNavigate={onNavigate}>
                {title}
              </PlainLink>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
