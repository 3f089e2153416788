import { type SubmitEvent, useState } from 'react';
import { responseHours } from '@bank/contracts/support';
import type { User } from '@bank/contracts/users';
import { failureText } from '@bank/client/call-failure';
import { ChoiceList } from '@bank/client/choice-list';
import { useMutation } from '@bank/client/query';
import { Link } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { Alert } from '@bank/ui/alert';
import { Button, buttonClass } from '@bank/ui/button';
import { Stack } from '@bank/ui/layout';
import { PageHeading } from '@bank/ui/page-heading';
import { TextareaField } from '@bank/ui/textarea-field';
import { sendTicket } from '../contact/contact.api';
import { useSimpleTexts } from './texts';

/** Help in Mode simple: what is it about, and what does the person want to say to the bank. */
export function SimpleHelp() {
  const { t } = useSimpleTexts();
  const { user } = useSession();
  const [isWriting, setIsWriting] = useState(false);
  const [reference, setReference] = useState<string>();
  if (reference) return <Sent reference={reference} />;
  if (user && isWriting) return <Message user={user} onSent={setReference} />;
  return (
    <Stack gap={24}>
      <PageHeading key="what" title={t('what')} />
      <ChoiceList
        choices={[
          { title: t('stolen'), text: t('stolen_text'), icon: 'lock', go: '/dashboard/simple/card' },
          { title: t('unknown'), text: t('unknown_text'), icon: 'receipt', go: '/disputes/new' },
          { title: t('write'), text: t('write_text'), icon: 'pencil', go: () => setIsWriting(true) },
          { title: t('answers'), text: t('answers_text'), icon: 'inbox', go: '/requests' },
        ]}
      />
    </Stack>
  );
}

const most = 5_000;

function Message({ user, onSent }: { user: User; onSent: (reference: string) => void }) {
  const { t } = useSimpleTexts();
  const [message, setMessage] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const intent = useIdempotencyKey();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const { first_name: firstName, last_name: lastName, email } = user;
      const person = { firstName, lastName, email };
      const words = {
        category: 'other' as const,
        priority: 'normal' as const,
        subject: t('subject'),
        message,
      };
      const request = { ...person, ...words, attachments: [] };
      return sendTicket(request, intent.keyFor(request));
    },
    onSuccess: ({ ticketId }) => {
      intent.done();
      onSent(ticketId);
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsMissing(message.trim() === '');
    if (message.trim() !== '' && !isPending) mutate();
  };
  return (
    <Stack as="form" gap={24} noValidate onSubmit={submit}>
      <PageHeading key="say" title={t('say')} />
      {error && <Alert tone="danger">{failureText(error, { failed: t('failed') })}</Alert>}
      <TextareaField
        label={t('message')}
        hint={t('message_hint')}
        value={message}
        maxLength={most}
        error={isMissing ? t('message_missing') : undefined}
        onChange={({ target }) => setMessage(target.value)}
      />
      <Button type="submit" size="large" icon="send" loading={isPending}>
        {t('send')}
      </Button>
    </Stack>
  );
}

function Sent({ reference }: { reference: string }) {
  const { t } = useSimpleTexts();
  return (
    <Stack gap={24}>
      <PageHeading key="sent" title={t('sent')} lead={t('sent_text', { hours: responseHours.normal })} />
      <p>{t('reference', { reference })}</p>
      <Link to="/dashboard" className={buttonClass({ size: 'large' })}>
        {t('finished')}
      </Link>
    </Stack>
  );
}
