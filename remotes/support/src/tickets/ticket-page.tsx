import type { Ticket } from '@bank/contracts/tickets';
import { DetailColumns } from '@bank/client/detail-columns';
import { DetailPage } from '@bank/client/detail-page';
import { FileList } from '@bank/client/file-list';
import { useParams } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { useFormat } from '@bank/i18n/use-format';
import { TakeControl } from '@bank/client/work';
import { Alert } from '@bank/ui/alert';
import { Card } from '@bank/ui/card';
import { PageHeading } from '@bank/ui/page-heading';
import { Timeline, TimelineEntry, WrittenText } from '@bank/ui/timeline';
import { useTexts } from '../texts';
import { AnswerForm } from './answer-form';
import { useTicketTexts } from './texts';
import { TicketFacts } from './ticket-facts';
import { TicketStatusBadge } from './ticket-status';
import { TicketSwitch } from './ticket-switch';
import { readAttachment, useTicket } from './tickets.api';

export function TicketPage() {
  const { t: title } = useTexts();
  const { t } = useTicketTexts();
  const id = Number(useParams().id);
  const query = useTicket(id);
  return (
    <DetailPage
      query={query}
      back={{ to: '/admin/tickets', label: t('one.all') }}
      title={title('ticket.title')}
      failed={t('one.failed')}
      missing={t('one.missing')}
      layout="desk"
    >
      {(ticket) => <TicketDetails key={ticket.id} ticket={ticket} />}
    </DetailPage>
  );
}

function TicketDetails({ ticket }: { ticket: Ticket }) {
  const { t } = useTicketTexts();
  const mayAnswer = mayDo(useSession().user, 'change', 'tickets:manage');
  return (
    <>
      <PageHeading
        title={ticket.subject}
        lead={
          <>
            {ticket.reference} <TicketStatusBadge status={ticket.status} />
          </>
        }
        actions={
          <>
            <TakeControl kind="ticket" id={ticket.id} mayTake={mayAnswer && ticket.status !== 'closed'} />
            {mayAnswer && <TicketSwitch ticket={ticket} />}
          </>
        }
      />
      <Unsent ticket={ticket} />
      <DetailColumns aside={<TicketFacts ticket={ticket} />}>
        <Card title={t('one.message')}>
          <WrittenText>{ticket.message}</WrittenText>
          <FileList files={ticket.attachments} read={(file) => readAttachment(ticket.id, file)} way="save" />
        </Card>
        {ticket.conversation && <Conversation lines={ticket.conversation} />}
        <Answers ticket={ticket} />
        {mayAnswer && (
          <Card title={t('answer.title')}>
            <AnswerForm ticket={ticket} />
          </Card>
        )}
      </DetailColumns>
    </>
  );
}

/** Why an answered message is open again. */
function Unsent({ ticket: { answers, email, status } }: { ticket: Ticket }) {
  const { t } = useTicketTexts();
  const { dateTime } = useFormat();
  const newest = answers.at(-1);
  if (status !== 'open' || !newest?.mail_failed) return null;
  return (
    <Alert tone="warning" title={t('one.unsent')}>
      {t('one.unsent_message', { at: dateTime(newest.created_at), email })}
    </Alert>
  );
}

function Conversation({ lines }: { lines: NonNullable<Ticket['conversation']> }) {
  const { t } = useTicketTexts();
  const { time } = useFormat();
  return (
    <Card title={t('one.conversation')}>
      <Timeline>
        {lines.map(({ type, content, timestamp, name }, at) => (
          <TimelineEntry
            key={at}
            by={`${t(`one.said_by_${type}`, { name: name ?? '' })} · ${time(timestamp)}`}
          >
            <WrittenText>{content}</WrittenText>
          </TimelineEntry>
        ))}
      </Timeline>
    </Card>
  );
}

function Answers({ ticket: { answers } }: { ticket: Ticket }) {
  const { t } = useTicketTexts();
  const { dateTime } = useFormat();
  if (answers.length === 0) return null;
  return (
    <Card title={t('one.answers')}>
      <Timeline>
        {answers.map((answer) => (
          <TimelineEntry
            key={answer.id}
            by={[answer.author, dateTime(answer.created_at), t(mailState(answer))].join(' · ')}
          >
            <WrittenText>{answer.message}</WrittenText>
          </TimelineEntry>
        ))}
      </Timeline>
    </Card>
  );
}

function mailState({ mailed_at, mail_failed }: Ticket['answers'][number]) {
  if (mailed_at) return 'one.mailed';
  return mail_failed ? 'one.mail_failed' : 'one.not_mailed';
}
