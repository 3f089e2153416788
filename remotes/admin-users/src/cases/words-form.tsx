import { caseNoteRequest } from '@bank/contracts/cases';
import { CaseFilesField } from '@bank/client/case-files-field';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { useCaseFiles } from '@bank/client/use-case-files';
import { StepForm } from '@bank/client/step-form';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { TextareaField } from '@bank/ui/textarea-field';
import { useToast } from '@bank/ui/toast';
import { noteInCase, useCaseUpdate, writeToCustomer } from './cases.api';
import { useCaseTexts } from './texts';

interface WordsFormProps {
  id: number;
  /** A note for colleagues, a message to the customer, or a question that the case waits for. */
  to: 'note' | 'write' | 'ask';
  onClose: () => void;
}

/** Writes in a case, with files beside a note. The draft of the words is kept until it is sent. */
export function WordsForm({ id, to, onClose }: WordsFormProps) {
  const { t } = useCaseTexts();
  const { show } = useToast();
  const known = useCaseUpdate();
  const draft = `case-${id}-${to}`;
  const chosen = useCaseFiles();
  const intent = useIdempotencyKey(draft);
  const form = useBankForm({ schema: caseNoteRequest, defaultValues: { text: '' }, draft });
  const { field, errors } = useFormFields(form, { text: t(`words.${to}`) });
  const onSubmit = form.submit(async (typed) => {
    const key = intent.keyFor([typed, chosen.fingerprint]);
    const found =
      to === 'note'
        ? await noteInCase(id, typed, chosen.files, key)
        : await writeToCustomer(id, { ...typed, asks: to === 'ask' }, key);
    intent.done();
    known(found);
    show({ type: 'success', message: t(`words.${to}_done`) });
    onClose();
  });
  return (
    <StepForm
      form={form}
      errors={errors}
      onSubmit={onSubmit}
      title={t(`words.${to}_title`)}
      submit={t(`words.${to}_submit`)}
      onCancel={onClose}
    >
      <TextareaField {...field('text')} hint={t(`words.${to}_hint`)} rows={5} maxLength={4_000} required />
      {to === 'note' && (
        <CaseFilesField
          chosen={chosen}
          hint={t('words.note_files_hint')}
          isSending={form.formState.isSubmitting}
        />
      )}
    </StepForm>
  );
}
