import type { FormEvent } from 'react';
import { conversationMessageRequest, type ConversationMessageRequest } from '@bank/contracts/conversations';
import { useBankForm } from '@bank/client/form';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { TextareaField } from '@bank/ui/textarea-field';
import styles from './conversations-page.module.css';
import { useAnswering } from './conversations.api';
import { useConversationTexts } from './texts';

export const answerDraft = (id: number) => `conversation-${id}`;

/** Writes to the customer. The draft is kept until it is sent. */
export function ConversationAnswer({ id }: { id: number }) {
  const { t } = useConversationTexts();
  const draft = answerDraft(id);
  const intent = useIdempotencyKey(draft);
  const answer = useAnswering(id);
  const form = useBankForm<ConversationMessageRequest>({
    schema: conversationMessageRequest,
    defaultValues: { text: '' },
    draft,
  });
  const send = form.submit(async (request) => {
    const key = intent.keyFor(request);
    await answer(request, key);
    intent.done(key);
    form.resetSent({ text: '' });
  });
  const submit = async (event: FormEvent) => {
    await send(event);
    // The only field: it takes the focus in place of a summary.
    if (form.getFieldState('text').invalid) form.setFocus('text');
  };
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextareaField
        {...form.register('text')}
        label={t('answer')}
        error={form.errorOf('text')}
        rows={3}
        maxLength={2_000}
        used={form.watch('text').length}
        required
      />
      <Button type="submit" icon="send" loading={form.formState.isSubmitting}>
        {t('answer_send')}
      </Button>
      {/* Below: when it goes, no button moves under the pointer of who presses twice. */}
      {form.failure && <Alert tone="danger">{form.failure}</Alert>}
    </form>
  );
}
