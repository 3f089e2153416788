import { ticketAnswerRequest, type Ticket, type TicketAnswerRequest } from '@bank/contracts/tickets';
import { ApiError } from '@bank/client/api';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useSeen } from '@bank/client/use-seen';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { TextareaField } from '@bank/ui/textarea-field';
import { useToast } from '@bank/ui/toast';
import { useTicketTexts } from './texts';
import styles from './ticket-page.module.css';
import { answerTicket, useTicketRefresh, useTicketUpdate } from './tickets.api';

/** Writes an answer by e-mail in the person's language. The draft is kept until it is sent, also when a colleague is faster. */
export function AnswerForm({ ticket: { id, email, language, answers } }: { ticket: Ticket }) {
  const { t } = useTicketTexts();
  const { show } = useToast();
  const known = useTicketUpdate();
  const refresh = useTicketRefresh(id);
  const draft = `ticket-${id}`;
  const intent = useIdempotencyKey(draft);
  const form = useBankForm<TicketAnswerRequest>({
    schema: ticketAnswerRequest,
    defaultValues: { message: '' },
    draft,
  });
  const { field, errors } = useFormFields(form, { message: t('answer.message') });
  const typed = form.watch('message');
  const { seen, overtaking, overtaken, read } = useReading(draft, answers, typed !== '');
  const send = form.submit(async (request) => {
    const key = intent.keyFor(request);
    const ticket = await answerTicket(id, request, { seen, idempotencyKey: key }).catch(
      async (error: unknown) => {
        if (error instanceof ApiError && error.code === 'TICKET_ANSWERED') {
          await refresh();
          overtaken();
        }
        throw error;
      },
    );
    intent.done(key);
    form.resetSent({ message: '' });
    read(ticket.answers);
    known(ticket);
    show({ type: 'success', message: t('answer.sent', { email }) });
  });
  return (
    <FormFrame form={form} errors={errors} className={styles.form} onSubmit={send}>
      <div role="status">
        {/* The refusal states it as well. */}
        {overtaking && form.failure === undefined && (
          <Alert tone="warning">{t('answer.overtaken', { name: overtaking.author })}</Alert>
        )}
      </div>
      <TextareaField
        {...field('message')}
        hint={t('answer.hint', { email, language: t(`one.language_${language}`) })}
        rows={8}
        maxLength={5_000}
        used={typed.length}
        required
      />
      <Button type="submit" icon="send" loading={form.formState.isSubmitting}>
        {t('answer.send')}
      </Button>
    </FormFrame>
  );
}

/**
 * Which answer an author had read as the newest when they began to type, also where the draft is restored, and the one of a
 * colleague that came since. It counts as read once the server refused to send another one after it.
 */
function useReading(draft: string, answers: Ticket['answers'], isTyping: boolean) {
  const newest = newestOf(answers);
  const [begun, setBegun] = useSeen(draft, { newest, isRefused: false });
  if (!isTyping && (begun.newest !== newest || begun.isRefused)) setBegun({ newest, isRefused: false });
  return {
    seen: begun.isRefused ? newest : begun.newest,
    overtaking: isTyping && newest > begun.newest ? answers.at(-1) : undefined,
    overtaken: () => setBegun((before) => ({ ...before, isRefused: true })),
    read: (all: Ticket['answers']) => setBegun({ newest: newestOf(all), isRefused: false }),
  };
}

const newestOf = (answers: Ticket['answers']) => answers.at(-1)?.id ?? 0;
