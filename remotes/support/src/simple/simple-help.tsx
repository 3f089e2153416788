import { type SubmitEvent, useState } from 'react';
import { responseHours } from '@bank/contracts/support';
import type { User } from '@bank/contracts/users';
import { useFailureText } from '@bank/client/call-failure';
import { ChoiceList } from '@bank/client/choice-list';
import { useMutation } from '@bank/client/query';
import { Link } from '@bank/client/router';
import { readDraft } from '@bank/client/draft';
import { useSession } from '@bank/client/session';
import { useIsShown } from '@bank/client/use-is-shown';
import { useKept } from '@bank/client/use-kept';
import { useStep } from '@bank/client/use-step';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { Alert } from '@bank/ui/alert';
import { Button, buttonClass } from '@bank/ui/button';
import { Stack } from '@bank/ui/layout';
import { PageHeading } from '@bank/ui/page-heading';
import { TextareaField } from '@bank/ui/textarea-field';
import { useToast } from '@bank/ui/toast';
import { sendTicket } from '../contact/contact.api';
import { useSimpleTexts } from './texts';

interface Kept {
  message: string;
  reference: string;
}

const draft = 'simple-help';

const steps = ['write', 'sent'] as const;

/** Help in Mode simple: what is it about, and what does the person want to say to the bank. */
export function SimpleHelp() {
  const { t } = useSimpleTexts();
  const { user } = useSession();
  const { show } = useToast();
  const { step, go } = useStep(steps);
  const [kept, keep] = useKept<Kept>(draft);
  if (kept?.reference && step === 'sent')
    return <Sent reference={kept.reference} onFinish={() => keep(undefined)} />;
  if (user && step === 'write') {
    const sent = (message: string, reference: string, isShown: boolean) => {
      const isLast = readDraft<Kept>(user.id, draft)?.message === message;
      if (isShown && isLast) {
        keep({ reference });
        go('sent', { replace: true });
        return;
      }
      // The page was left, or something else is being written on it.
      if (isLast) keep(undefined);
      show({ type: 'success', message: t('sent_late', { reference }) });
    };
    const write = (message: string) => keep({ message });
    return <Message user={user} message={kept?.message ?? ''} onWrite={write} onSent={sent} />;
  }
  return (
    <Stack gap={24}>
      <PageHeading key="what" title={t('what')} />
      <ChoiceList
        choices={[
          { title: t('stolen'), text: t('stolen_text'), icon: 'lock', go: '/dashboard/simple/card' },
          { title: t('unknown'), text: t('unknown_text'), icon: 'receipt', go: '/disputes/new' },
          { title: t('write'), text: t('write_text'), icon: 'pencil', go: () => go('write') },
          { title: t('answers'), text: t('answers_text'), icon: 'inbox', go: '/requests' },
        ]}
      />
    </Stack>
  );
}

const most = 5_000;

interface MessageProps {
  user: User;
  message: string;
  onWrite: (message: string) => void;
  onSent: (message: string, reference: string, isShown: boolean) => void;
}

function Message({ user, message, onWrite, onSent }: MessageProps) {
  const { t } = useSimpleTexts();
  const [isMissing, setIsMissing] = useState(false);
  const intent = useIdempotencyKey(draft);
  const isShown = useIsShown();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (written: string) => {
      const { first_name: firstName, last_name: lastName, email } = user;
      const person = { firstName, lastName, email };
      const words = {
        category: 'other' as const,
        priority: 'normal' as const,
        subject: t('subject'),
        message: written,
      };
      const request = { ...person, ...words, attachments: [] };
      const key = intent.keyFor(request);
      const ticket = await sendTicket(request, key);
      // Open again with the same message, it would be sent twice.
      if (isShown()) intent.done(key);
      return ticket;
    },
    onSuccess: ({ ticketId }, written) => onSent(written, ticketId, isShown()),
  });
  const failure = useFailureText(error, { failed: t('failed') });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsMissing(message.trim() === '');
    if (message.trim() !== '' && !isPending) mutate(message);
  };
  return (
    <Stack as="form" gap={24} noValidate onSubmit={submit}>
      <PageHeading key="say" title={t('say')} />
      {error && <Alert tone="danger">{failure}</Alert>}
      <TextareaField
        label={t('message')}
        hint={t('message_hint')}
        value={message}
        maxLength={most}
        error={isMissing ? t('message_missing') : undefined}
        onChange={({ target }) => onWrite(target.value)}
      />
      <Button type="submit" size="large" icon="send" loading={isPending}>
        {t('send')}
      </Button>
    </Stack>
  );
}

function Sent({ reference, onFinish }: { reference: string; onFinish: () => void }) {
  const { t } = useSimpleTexts();
  return (
    <Stack gap={24}>
      <PageHeading key="sent" title={t('sent')} lead={t('sent_text', { hours: responseHours.normal })} />
      <p>{t('reference', { reference })}</p>
      <Link to="/dashboard" className={buttonClass({ size: 'large' })} onClick={onFinish}>
        {t('finished')}
      </Link>
    </Stack>
  );
}
