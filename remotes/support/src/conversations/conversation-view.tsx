import { useEffect, useRef } from 'react';
import type { StaffConversation } from '@bank/contracts/conversations';
import { useFailureText } from '@bank/client/call-failure';
import { QueryFallback } from '@bank/client/query-boundary';
import { Link } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { ErrorState } from '@bank/ui/error-state';
import { Cluster, Stack } from '@bank/ui/layout';
import { useFocusAfter } from '@bank/ui/use-focus-after';
import { UnsentDraft } from '../unsent-draft';
import { answerDraft, ConversationAnswer } from './conversation-answer';
import styles from './conversations-page.module.css';
import { useClosing, useConversation, useTaking } from './conversations.api';
import { nameOf, placeOf } from './speaker';
import { useConversationTexts } from './texts';

/** One conversation: what was said, and what its member of staff can do. */
export function ConversationView({ id }: { id: number }) {
  const { t } = useConversationTexts();
  const query = useConversation(id);
  return query.data ? (
    <Found conversation={query.data} />
  ) : (
    <Card>
      <QueryFallback
        query={query}
        rows={6}
        failed={t('one_failed')}
        missing={<ErrorState title={t('one_failed')} message={t('missing')} />}
      />
    </Card>
  );
}

function Found({ conversation }: { conversation: StaffConversation }) {
  const { t } = useConversationTexts();
  const { user } = useSession();
  const { visitor, state, staff, ticket } = conversation;
  const isOpen = state === 'waiting' || (state === 'live' && staff?.id === user?.id);
  const end = useFocusAfter<HTMLParagraphElement>(isOpen);
  return (
    <Card title={nameOf(conversation, t('visitor'))}>
      <Stack gap={16}>
        {visitor && <From visitor={visitor} />}
        <Before conversation={conversation} />
        <Lines conversation={conversation} />
        {!isOpen && (
          <>
            <p ref={end} tabIndex={-1}>
              {ticket ? (
                <Link to={`/admin/tickets/${ticket.id}`}>{t('ticket', { reference: ticket.reference })}</Link>
              ) : (
                t(state === 'ended' ? 'ended' : 'with_colleague', { name: staff?.name ?? '' })
              )}
            </p>
            <UnsentDraft name={answerDraft(conversation.id)} words={(text) => t('unsent', { text })} />
          </>
        )}
        {isOpen && mayDo(user, 'change', 'tickets:manage') && <Work conversation={conversation} />}
      </Stack>
    </Card>
  );
}

function Work({ conversation: { id, state } }: { conversation: StaffConversation }) {
  const { t } = useConversationTexts();
  const taking = useTaking(id);
  const closing = useClosing(id);
  const notTaken = useFailureText(taking.error, { failed: t('take_failed') });
  const notClosed = useFailureText(closing.error, { failed: t('close_failed') });
  const desk = useFocusAfter<HTMLDivElement>(state === 'waiting');
  if (state === 'waiting') {
    return (
      <Stack gap={12}>
        {taking.isError && <Alert tone="danger">{notTaken}</Alert>}
        <Cluster>
          <Button loading={taking.isPending} onClick={() => taking.mutate(undefined)}>
            {t('take')}
          </Button>
        </Cluster>
      </Stack>
    );
  }
  return (
    <Stack gap={12}>
      <div ref={desk} tabIndex={-1}>
        <ConversationAnswer id={id} />
      </div>
      {closing.isError && <Alert tone="danger">{notClosed}</Alert>}
      <Cluster gap="8-12">
        <Button
          variant="secondary"
          loading={closing.isPending}
          onClick={() => closing.mutate({ as: 'done' })}
        >
          {t('close')}
        </Button>
        <Button variant="quiet" loading={closing.isPending} onClick={() => closing.mutate({ as: 'ticket' })}>
          {t('close_ticket')}
        </Button>
      </Cluster>
    </Stack>
  );
}

function From({ visitor }: { visitor: NonNullable<StaffConversation['visitor']> }) {
  const { t } = useConversationTexts();
  const { email } = visitor;
  return (
    <div>
      <p>{placeOf(visitor, t)}</p>
      <p className={styles.detail}>
        {email === null ? t('visitor_no_email') : t('visitor_email', { email })}
      </p>
    </div>
  );
}

function Before({ conversation }: { conversation: StaffConversation }) {
  const { t } = useConversationTexts();
  const { before } = conversation;
  if (before.length === 0) return null;
  return (
    <details className={styles.before}>
      <summary>{t('before')}</summary>
      <ol className={styles.lines}>
        {before.map(({ type, content }, at) => (
          <li key={at}>
            <p className={styles.detail}>
              {type === 'user' ? nameOf(conversation, t('visitor')) : t('by_assistant')}
            </p>
            <p className={styles.text} dir="auto">
              {content}
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Lines({ conversation }: { conversation: StaffConversation }) {
  const { t } = useConversationTexts();
  const { time } = useFormat();
  const { lines } = conversation;
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [lines]);
  const name = t('log', { name: nameOf(conversation, t('visitor')) });
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard must be able to scroll it
    <div ref={log} role="log" aria-label={name} tabIndex={0} className={styles.log}>
      {lines.length === 0 && <p className={styles.detail}>{t('none_yet')}</p>}
      {lines.map(({ id, from, name: author, text, at }) => (
        <div key={id} className={from === 'staff' ? styles.own : styles.line}>
          <p className={styles.detail}>
            {author || t('visitor')} · {time(at)}
          </p>
          <p className={styles.text} dir="auto">
            {text}
          </p>
        </div>
      ))}
    </div>
  );
}
