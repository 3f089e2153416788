import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError, newIdempotencyKey } from '@bank/client/api';
import { failureText, inWordsOf } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { useSession } from '@bank/client/session';
import { type AttachmentStored, type ContactRequest, contactRequest } from '@bank/contracts/support';
import type { User } from '@bank/contracts/users';
import { useToast } from '@bank/ui/toast';
import { onSaid, readSaid } from '../chat/said';
import { useTexts } from '../texts';
import { sendTicket } from './contact.api';
import { type ContactField, type ContactInput, steps } from './steps';
import { forgetVisitorDraft, keepVisitorDraft, readVisitorDraft } from './visitor-draft';

/** What the success says. */
export interface Sent {
  ticketId: string;
  priority: ContactRequest['priority'];
}

/** The four-step form: which step is shown, what keeps a person from the next one, and the sending. */
export function useContactForm(onSent: (sent: Sent) => void) {
  const { t } = useTexts();
  const { user } = useSession();
  const form = useBankForm<ContactInput, ContactRequest>({
    schema: contactRequest,
    defaultValues: valuesFor(user),
    draft: 'contact',
    unkept: ['attachments', 'conversation'],
  });
  const [step, setStep] = useState(0);
  /** Of the last try to go on: how many there were, and whether a required field was empty. */
  const [tried, setTried] = useState({ attempt: 0, missing: false });
  useVisitorDraft(form, user === undefined);
  const send = useSending(form, (sent) => {
    setStep(steps.length);
    onSent(sent);
  });

  const refuse = (missing: boolean) => setTried(({ attempt }) => ({ attempt: attempt + 1, missing }));
  const goOn = async () => {
    const current = steps[step];
    if (!current) return;
    const fields: readonly ContactField[] = current.fields;
    if (!(await form.trigger(fields)))
      return refuse(fields.some((field) => isMissing(form.getValues(field), field)));
    if (step < steps.length - 1) return setStep(step + 1);
    if (await send()) return;
    const refused = steps.findIndex((each) => each.fields.some((field) => form.getFieldState(field).error));
    if (refused >= 0) setStep(refused);
    refuse(false);
  };

  /** The contract's sentence for a choice that nobody made says less than ours. */
  const errorOf = (field: ContactField) =>
    form.errorOf(field) && (field === 'category' ? t('contact.category.missing') : form.errorOf(field));
  const register = (field: ContactField) => form.register(field, { onChange: () => form.clearErrors(field) });
  return {
    ...{ form, register, errorOf, step, tried, goOn, goBack: () => setStep(step - 1) },
    files: useFiles(form),
    said: useSaid(form),
  };
}

/** What the form starts with: who is signed in, or what a visitor had typed before. */
const valuesFor = (user: User | undefined): Partial<ContactInput> => ({
  firstName: user?.first_name ?? '',
  lastName: user?.last_name ?? '',
  email: user?.email ?? '',
  phone: '',
  priority: 'normal',
  subject: '',
  message: '',
  ...(user ? undefined : readVisitorDraft()),
  attachments: [],
  conversation: undefined,
});

export type ContactForm = ReturnType<typeof useContactForm>;

type Form = ReturnType<typeof useBankForm<ContactInput, ContactRequest>>;

/** The files of the message; the form holds what the server calls them, this page their names. */
function useFiles({ setValue }: Form) {
  const [files, setFiles] = useState<AttachmentStored[]>([]);
  const onChange = (chosen: AttachmentStored[]) => {
    setFiles(chosen);
    setValue(
      'attachments',
      chosen.map(({ id }) => id),
    );
  };
  return { files, onChange };
}

/** What was said to the assistant on this page, which leaves with the message only when the person says so. */
function useSaid({ setValue }: Form) {
  const lines = useSyncExternalStore(onSaid, readSaid);
  const [isAttached, attach] = useState(false);
  useEffect(() => setValue('conversation', isAttached ? lines : undefined), [setValue, isAttached, lines]);
  return lines && { lines, isAttached, attach };
}

const isMissing = (value: unknown, field: ContactField) =>
  field !== 'phone' && (typeof value !== 'string' || value.trim() === '');

/** Sends once per key, and says how it went; true when it arrived. */
function useSending(form: Form, onSent: (sent: Sent) => void) {
  const { t } = useTexts();
  const { show } = useToast();
  const [key, setKey] = useState(newIdempotencyKey);
  const words = { failed: t('contact.failed') };
  const fail = (error: unknown) => {
    // An earlier try arrived after all, and the message was changed since: this is another one.
    if (error instanceof ApiError && error.code === 'IDEMPOTENCY_KEY_REUSED') setKey(newIdempotencyKey());
    const reason = failureText(error, words);
    show({ type: 'error', message: t('contact.error', { reason }) });
  };
  return async (): Promise<boolean> => {
    let sent = false;
    await form.submit(async (values) => {
      try {
        const { ticketId } = await sendTicket(values, key);
        sent = true;
        forgetVisitorDraft();
        show({ type: 'success', message: t('contact.sent', { ticketId }) });
        onSent({ ticketId, priority: values.priority });
      } catch (error) {
        fail(error);
        throw inWordsOf(error, words);
      }
    })();
    return sent;
  };
}

function useVisitorDraft({ subscribe }: Form, isVisitor: boolean) {
  useEffect(() => {
    if (!isVisitor) return;
    return subscribe({ formState: { values: true }, callback: ({ values }) => keepVisitorDraft(values) });
  }, [subscribe, isVisitor]);
}
