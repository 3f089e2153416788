import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError, newIdempotencyKey } from '@bank/client/api';
import { failureText, withUserMessage } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { useSession } from '@bank/client/session';
import { useKept } from '@bank/client/use-kept';
import { type ContactRequest, contactRequest } from '@bank/contracts/support';
import type { User } from '@bank/contracts/users';
import { useToast } from '@bank/ui/toast';
import { onTranscript, readTranscript } from '../chat/transcript';
import { sendTicket } from './contact.api';
import { type ContactField, type ContactInput, steps } from './steps';
import { useContactTexts } from './texts';
import { createUploads } from './uploads';
import { useAttachments } from './use-attachments';
import {
  clearVisitorDraft,
  readVisitorDraft,
  readVisitorKey,
  saveVisitorDraft,
  saveVisitorKey,
  visitorUploads,
} from './visitor-draft';

export interface Sent {
  ticketId: string;
  priority: ContactRequest['priority'];
}

const draft = 'contact';

/** The state of the four-step form: the current step, its errors, and the submission. */
export function useContactForm(onSent: (sent: Sent) => void) {
  const { t } = useContactTexts();
  const { user } = useSession();
  const form = useBankForm<ContactInput, ContactRequest>({
    schema: contactRequest,
    defaultValues: valuesFor(user),
    draft,
    unkept: ['attachments', 'conversation'],
  });
  const [step, setStep] = useState(0);
  /** The number of refused attempts, and whether the last one missed a required field. */
  const [tried, setTried] = useState({ attempt: 0, missing: false });
  // A visitor's are as long in memory as their draft.
  const [uploads] = useState(() => (user ? createUploads() : visitorUploads()));
  const attachments = useAttachments(draft, uploads);
  const [isWaiting, setIsWaiting] = useState(false);
  useVisitorDraft(form, user === undefined);
  const send = useSending(form, (sent) => {
    attachments.lost.forget();
    setStep(steps.length);
    onSent(sent);
  });

  const refuse = (missing: boolean) => setTried(({ attempt }) => ({ attempt: attempt + 1, missing }));
  const next = async () => {
    const current = steps[step];
    if (!current) return;
    const fields: readonly ContactField[] = current.fields;
    if (!(await form.trigger(fields)))
      return refuse(fields.some((field) => isMissing(form.getValues(field), field)));
    if (step < steps.length - 1) return setStep(step + 1);
    setIsWaiting(true);
    const isWhole = await attachments.whenStored();
    setIsWaiting(false);
    form.setValue(
      'attachments',
      uploads.read().files.map(({ id }) => id),
    );
    if (!isWhole || (await send())) return;
    const refused = steps.findIndex((each) => each.fields.some((field) => form.getFieldState(field).error));
    if (refused >= 0) setStep(refused);
    refuse(false);
  };

  /** Replaces the contract's message for a missing choice. */
  const errorOf = (field: ContactField) =>
    form.errorOf(field) && (field === 'category' ? t('category.missing') : form.errorOf(field));
  const register = (field: ContactField) => form.register(field, { onChange: () => form.clearErrors(field) });
  return {
    form,
    register,
    errorOf,
    step,
    tried,
    next,
    back: () => setStep(step - 1),
    attachments,
    /** The message is being sent, or waits for a file that is. */
    isSending: isWaiting || form.formState.isSubmitting,
    transcript: useTranscript(form),
  };
}

/** Initial values: the signed-in person's, or a visitor's draft. */
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

/** The chat on this page, only sent if the person attaches it. */
function useTranscript({ setValue }: Form) {
  const lines = useSyncExternalStore(onTranscript, readTranscript, readTranscript);
  const [isAttached, attach] = useState(false);
  useEffect(() => setValue('conversation', isAttached ? lines : undefined), [setValue, isAttached, lines]);
  return lines && { lines, isAttached, attach };
}

const isMissing = (value: unknown, field: ContactField) =>
  field !== 'phone' && (typeof value !== 'string' || value.trim() === '');

/** The key of the message, kept with its draft: an answer may be lost, and the form be left and opened again. */
function useMessageKey() {
  const { user } = useSession();
  const [kept, keep] = useKept<{ key: string }>(`${draft}:key`);
  const [key, setKey] = useState(() => (user ? kept?.key : readVisitorKey()) ?? newIdempotencyKey());
  return {
    forSending: () => {
      if (user) keep({ key });
      else saveVisitorKey(key);
      return key;
    },
    replace: () => setKey(newIdempotencyKey()),
    done: () => keep(undefined),
  };
}

/** Sends once per key and reports the outcome; true on success. */
function useSending(form: Form, onSent: (sent: Sent) => void) {
  const { t } = useContactTexts();
  const { show } = useToast();
  const key = useMessageKey();
  const words = { failed: t('failed') };
  const fail = (error: unknown) => {
    // An earlier attempt succeeded, and the message was changed since: it is a new one.
    if (error instanceof ApiError && error.code === 'IDEMPOTENCY_KEY_REUSED') key.replace();
    const reason = failureText(error, words);
    show({ type: 'error', message: t('error', { reason }) });
  };
  return async (): Promise<boolean> => {
    let sent = false;
    await form.submit(async (values) => {
      try {
        const { ticketId } = await sendTicket(values, key.forSending());
        sent = true;
        key.done();
        clearVisitorDraft();
        show({ type: 'success', message: t('sent', { ticketId }) });
        onSent({ ticketId, priority: values.priority });
      } catch (error) {
        fail(error);
        throw withUserMessage(error, words);
      }
    })();
    return sent;
  };
}

function useVisitorDraft({ subscribe }: Form, isVisitor: boolean) {
  useEffect(() => {
    if (!isVisitor) return;
    return subscribe({ formState: { values: true }, callback: ({ values }) => saveVisitorDraft(values) });
  }, [subscribe, isVisitor]);
}
