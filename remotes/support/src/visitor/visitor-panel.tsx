import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { VisitorConversation } from '@bank/contracts/visitor-conversations';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { ChatInput } from '../chat/chat-input';
import { PlainLink } from '../chat/plain-link';
import { readTranscript } from '../chat/transcript';
import styles from '../person/person-panel.module.css';
import { TalkLines } from '../person/talk-lines';
import { UnsentMessages } from '../person/unsent-messages';
import { useMessages } from '../person/use-messages';
import { UnsentText } from '../unsent-draft';
import { usePersonTexts } from '../person/texts';
import { useVisitorTexts } from './texts';
import { useTalk } from './use-talk';
import { VisitorForm } from './visitor-form';
import type { VisitorCalls } from './visitor.api';

interface VisitorPanelProps {
  calls: VisitorCalls;
  onHide: () => void;
  /** Follows a link inside the page; without it, links are ordinary. */
  onNavigate?: (path: string) => void;
}

type Talking = ReturnType<typeof useTalk>;

/** The chat while a visitor without an account talks to a person, or is about to ask for one. */
export function VisitorPanel({ calls, onHide, onNavigate }: VisitorPanelProps) {
  const { t } = usePersonTexts();
  const talking = useTalk(calls);
  const { conversation, isGone } = talking.talk;
  const hide = () => {
    if (!conversation || conversation.state === 'ended') talking.forget();
    onHide();
  };
  const back = (
    <Button variant="quiet" onClick={hide}>
      {t('back')}
    </Button>
  );
  if (conversation) return <Talk conversation={conversation} talking={talking} back={back} />;
  if (talking.isKnown && !isGone) return <Asking isLost={talking.talk.isLost} back={back} />;
  return (
    <Ask talking={talking}>
      {onNavigate && (
        <PlainLink to="/login" onNavigate={onNavigate}>
          {t('sign_in')}
        </PlainLink>
      )}
      {back}
    </Ask>
  );
}

function Asking({ isLost, back }: { isLost: boolean | undefined; back: ReactNode }) {
  const { t } = useVisitorTexts();
  const { t: person } = usePersonTexts();
  return (
    <div className={styles.notice}>
      <p role="status">{isLost ? t('lost') : person('asking')}</p>
      {back}
    </div>
  );
}

function Ask({ talking, children }: { talking: Talking; children: ReactNode }) {
  const { t } = useVisitorTexts();
  const { isNobody, isGone } = talking.talk;
  return (
    <Focused className={styles.notice}>
      <p role="status">{t(isNobody ? 'nobody' : isGone ? 'gone' : 'lead')}</p>
      <VisitorForm
        key={String(isNobody)}
        needsEmail={isNobody ?? false}
        action={isNobody ? t('keep_address') : t('ask')}
        onSubmit={(visitor) => talking.ask(readTranscript() ?? [], visitor)}
      />
      {children}
    </Focused>
  );
}

/** Takes the focus: the button that asked for it is gone, and the focus with it. */
function Focused({ className, children }: { className: string | undefined; children: ReactNode }) {
  const start = useRef<HTMLDivElement>(null);
  useEffect(() => start.current?.focus(), []);
  return (
    <div ref={start} tabIndex={-1} className={className}>
      {children}
    </div>
  );
}

interface TalkProps {
  conversation: VisitorConversation;
  talking: Talking;
  back: ReactNode;
}

function Talk({ conversation, talking, back }: TalkProps) {
  const { t } = useVisitorTexts();
  const { t: person } = usePersonTexts();
  const shared = useSharedTexts();
  const messages = useMessages(talking.write);
  const [hasFailed, setFailed] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => input.current?.focus(), []);
  const { state, lines, awaits_address, has_address } = conversation;
  const isOver = state === 'ended';
  const [typed, setTyped] = useState('');
  const end = async () => {
    setFailed(false);
    setEnding(true);
    await talking.end().catch(() => setFailed(true));
    setEnding(false);
  };
  return (
    <div className={styles.person}>
      <div className={styles.state} role="status">
        <p>{stateOf(conversation, t, person)}</p>
        {talking.talk.isLost && <p>{t('lost')}</p>}
      </div>
      <TalkLines lines={lines} />
      <UnsentMessages messages={messages} isOver={isOver} />
      {hasFailed && <Alert tone="danger">{person('leave_failed')}</Alert>}
      {!isOver && !isLeaving && <ChatInput inputRef={input} onType={setTyped} onSend={messages.write} />}
      {isOver && <UnsentText text={typed} words={(text) => person('unsent', { text })} />}
      {(awaits_address || isLeaving) && (
        <Focused className={styles.address}>
          <VisitorForm
            needsEmail
            action={t('keep_address')}
            onSubmit={async (visitor) => {
              const { name, email, consent } = visitor ?? {};
              if (email && consent) await talking.leaveAddress({ name, email, consent });
              setLeaving(false);
            }}
          />
        </Focused>
      )}
      <div className={styles.actions}>
        {isOver && back}
        {!isOver && !has_address && !isLeaving && (
          <Button variant="quiet" onClick={() => setLeaving(true)}>
            {t('address')}
          </Button>
        )}
        {!isOver && isLeaving && (
          <Button variant="quiet" onClick={() => setLeaving(false)}>
            {shared.t('action.cancel')}
          </Button>
        )}
        {!isOver && (
          <Button variant="quiet" loading={isEnding} onClick={() => void end()}>
            {person('end')}
          </Button>
        )}
      </div>
    </div>
  );
}

function stateOf(
  { state, staff, reference, awaits_address }: VisitorConversation,
  t: ReturnType<typeof useVisitorTexts>['t'],
  person: ReturnType<typeof usePersonTexts>['t'],
): string {
  if (reference) return t('sent', { reference });
  if (awaits_address) return t('awaits');
  if (state === 'ended') return t('ended');
  return staff === null ? t('waiting') : person('live', { name: staff });
}
