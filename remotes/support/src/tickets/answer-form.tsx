import { useState } from 'react';
import { ticketAnswerRequest, type Ticket, type TicketAnswerRequest } from '@bank/contracts/tickets';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { TextareaField } from '@bank/ui/textarea-field';
import { useToast } from '@bank/ui/toast';
import { useTicketTexts } from './texts';
import styles from './ticket-page.module.css';
import { answerTicket, useTicketUpdate } from './tickets.api';

/** Writes an answer by e-mail in the person's language. The draft is kept until it is sent. */
export function AnswerForm({ ticket: { id, email, language, answers } }: { ticket: Ticket }) {
  const { t } = useTicketTexts();
  const { show } = useToast();
  const known = useTicketUpdate();
  const draft = `ticket-${id}`;
  const intent = useIdempotencyKey(draft);
  const form = useBankForm<TicketAnswerRequest>({
    schema: ticketAnswerRequest,
    defaultValues: { message: '' },
    draft,
  });
  const { field, errors } = useFormFields(form, { message: t('answer.message') });
  const typed = form.watch('message');
  const overtaking = useOvertaking(answers, typed !== '');
  const send = form.submit(async (request) => {
    const key = intent.keyFor(request);
    const ticket = await answerTicket(id, request, key);
    intent.done(key);
    form.resetSent({ message: '' });
    known(ticket);
    show({ type: 'success', message: t('answer.sent', { email }) });
  });
  return (
    <FormFrame form={form} errors={errors} className={styles.form} onSubmit={send}>
      <div role="status">
        {overtaking && <Alert tone="warning">{t('answer.overtaken', { name: overtaking.author })}</Alert>}
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

/** The newest answer of a colleague that came while the reader was typing; none before that. */
function useOvertaking(answers: Ticket['answers'], isTyping: boolean) {
  const [seen, setSeen] = useState(answers.length);
  if (!isTyping && seen !== answers.length) setSeen(answers.length);
  return isTyping && answers.length > seen ? answers.at(-1) : undefined;
}
