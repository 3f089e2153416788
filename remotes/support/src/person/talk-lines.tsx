import { useEffect, useRef } from 'react';
import type { ConversationLine } from '@bank/contracts/conversations';
import { useFormat } from '@bank/i18n/use-format';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import chat from '../chat/chat-panel.module.css';
import { useTexts } from '../texts';
import { usePersonTexts } from './texts';

/** The lines of a conversation between a customer or visitor and staff. */
export function TalkLines({ lines }: { lines: ConversationLine[] }) {
  const { t } = usePersonTexts();
  const { t: words } = useTexts();
  const { time } = useFormat();
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [lines]);
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard must be able to scroll it
    <div ref={log} className={chat.log} role="log" aria-label={words('chat.log')} tabIndex={0}>
      {lines.map(({ id, from, name, text, at }) => (
        <div key={id} className={from === 'customer' ? chat.mine : chat.theirs}>
          {from === 'staff' && <p className={chat.time}>{t('by', { name })}</p>}
          <div className={chat.bubble}>
            {from === 'customer' && <VisuallyHidden>{t('from_you')} </VisuallyHidden>}
            <p className={chat.typed} dir="auto">
              {text}
            </p>
          </div>
          <time className={chat.time} dateTime={at}>
            {time(at)}
          </time>
        </div>
      ))}
    </div>
  );
}
