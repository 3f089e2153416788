import { type ReactNode, useEffect, useRef } from 'react';
import type { OwnConversation } from '@bank/contracts/conversations';
import { useSession } from '@bank/client/session';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Spinner } from '@bank/ui/spinner';
import { VisuallyHidden } from '@bank/ui/visually-hidden';
import { ChatInput } from '../chat/chat-input';
import chat from '../chat/chat-panel.module.css';
import { PlainLink } from '../chat/plain-link';
import { useTexts } from '../texts';
import styles from './person-panel.module.css';
import { usePersonTexts } from './texts';
import { useEnding, useWriting } from './use-writing';
import type { HandOver } from './use-hand-over';

export interface PersonPanelProps {
  handOver: HandOver;
  onNavigate: (path: string) => void;
}

/** The chat while the customer talks to a person, or has asked to. */
export function PersonPanel({ handOver, onNavigate }: PersonPanelProps) {
  const { t } = usePersonTexts();
  const { user } = useSession();
  const { asking, conversation, ask, hide } = handOver;
  const back = (
    <Button variant="quiet" onClick={hide}>
      {t('back')}
    </Button>
  );
  if (!user) {
    return (
      <div className={styles.notice}>
        <p>{t('sign_in_first')}</p>
        <PlainLink to="/login" onNavigate={onNavigate}>
          {t('sign_in')}
        </PlainLink>
        <PlainLink to="/contact" onNavigate={onNavigate}>
          {t('write')}
        </PlainLink>
        {back}
      </div>
    );
  }
  if (asking.isError) {
    return (
      <div className={styles.notice}>
        <Alert tone="danger">{t('ask_failed')}</Alert>
        <Button onClick={ask}>{t('retry')}</Button>
        {back}
      </div>
    );
  }
  if (asking.isPending || !conversation) {
    return (
      <p className={styles.notice} role="status">
        <Spinner /> {t('asking')}
      </p>
    );
  }
  return <Talk conversation={conversation} back={back} onNavigate={onNavigate} />;
}

interface TalkProps extends Pick<PersonPanelProps, 'onNavigate'> {
  conversation: OwnConversation;
  back: ReactNode;
}

function Talk({ conversation, back, onNavigate }: TalkProps) {
  const { t } = usePersonTexts();
  const writing = useWriting();
  const ending = useEnding();
  const { state, ticket } = conversation;
  const isOver = state === 'ended';
  return (
    <div className={styles.person}>
      <div className={styles.state} role="status">
        <p>{stateOf(conversation, t)}</p>
      </div>
      <Lines lines={conversation.lines} />
      {writing.failure && (
        <Alert tone="danger">
          <p>{writing.failure}</p>
          <Button size="small" variant="secondary" onClick={writing.retry}>
            {t('retry')}
          </Button>
        </Alert>
      )}
      {ending.isError && <Alert tone="danger">{t('leave_failed')}</Alert>}
      {!isOver && <ChatInput onSend={writing.write} />}
      <div className={styles.actions}>
        {ticket && (
          <PlainLink to={`/requests/${ticket.id}`} onNavigate={onNavigate}>
            {t('request')}
          </PlainLink>
        )}
        {isOver ? (
          back
        ) : (
          <Button variant="quiet" loading={ending.isPending} onClick={() => ending.mutate()}>
            {t('end')}
          </Button>
        )}
      </div>
    </div>
  );
}

function stateOf(
  { state, staff, ticket }: OwnConversation,
  t: ReturnType<typeof usePersonTexts>['t'],
): string {
  if (ticket) return t('nobody', { reference: ticket.reference });
  if (state === 'ended') return t('ended');
  return staff === null ? t('waiting') : t('live', { name: staff });
}

function Lines({ lines }: Pick<OwnConversation, 'lines'>) {
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
