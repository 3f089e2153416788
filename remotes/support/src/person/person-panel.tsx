import { type ReactNode, useState } from 'react';
import type { OwnConversation } from '@bank/contracts/conversations';
import { useSession } from '@bank/client/session';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Spinner } from '@bank/ui/spinner';
import { useFocusAfter } from '@bank/ui/use-focus-after';
import { ChatInput } from '../chat/chat-input';
import { PlainLink } from '../chat/plain-link';
import { UnsentText } from '../unsent-draft';
import { VisitorPanel } from '../visitor/visitor-panel';
import { ownCalls } from '../visitor/visitor.api';
import { useConversationRefresh, useConversationUpdate, writeToPerson } from './person.api';
import styles from './person-panel.module.css';
import { TalkLines } from './talk-lines';
import { usePersonTexts } from './texts';
import { UnsentMessages } from './unsent-messages';
import { useEnding } from './use-ending';
import type { HandOver } from './use-hand-over';
import { useMessages } from './use-messages';

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
  if (!user) return <VisitorPanel calls={ownCalls} onNavigate={onNavigate} onHide={hide} />;
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
  return <Talk key={conversation.id} conversation={conversation} back={back} onNavigate={onNavigate} />;
}

interface TalkProps extends Pick<PersonPanelProps, 'onNavigate'> {
  conversation: OwnConversation;
  back: ReactNode;
}

function Talk({ conversation, back, onNavigate }: TalkProps) {
  const { t } = usePersonTexts();
  const messages = useMessages(useWriting());
  const ending = useEnding();
  const { state, ticket } = conversation;
  const isOver = state === 'ended';
  const [typed, setTyped] = useState('');
  const outcome = useFocusAfter<HTMLDivElement>(!isOver);
  return (
    <div className={styles.person}>
      <div ref={outcome} className={styles.state} role="status" tabIndex={-1}>
        <p>{stateOf(conversation, t)}</p>
      </div>
      <TalkLines lines={conversation.lines} />
      <UnsentMessages messages={messages} isOver={isOver} />
      {ending.isError && <Alert tone="danger">{t('leave_failed')}</Alert>}
      {!isOver && <ChatInput onType={setTyped} onSend={messages.write} />}
      {isOver && <UnsentText text={typed} words={(text) => t('unsent', { text })} />}
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

function useWriting() {
  const known = useConversationUpdate();
  const refresh = useConversationRefresh();
  return (text: string, key: string) =>
    writeToPerson(text, key).then(known, (error: unknown) => {
      // It may have ended meanwhile.
      void refresh();
      throw error;
    });
}

function stateOf(
  { state, staff, ticket }: OwnConversation,
  t: ReturnType<typeof usePersonTexts>['t'],
): string {
  if (ticket) return t('nobody', { reference: ticket.reference });
  if (state === 'ended') return t('ended');
  return staff === null ? t('waiting') : t('live', { name: staff });
}
