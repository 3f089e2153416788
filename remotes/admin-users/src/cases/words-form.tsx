import { caseNoteRequest } from '@bank/contracts/cases';
import { CaseFilesField } from '@bank/client/case-files-field';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { useCaseFiles } from '@bank/client/use-case-files';
import { StepForm } from '@bank/client/step-form';
import { TextareaField } from '@bank/ui/textarea-field';
import { useStepCall } from '../steps/use-step-call';
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
  const draft = `case-${id}-${to}`;
  const chosen = useCaseFiles(draft);
  const send = useStepCall({ draft, known: useCaseUpdate(), onClose });
  const form = useBankForm({ schema: caseNoteRequest, defaultValues: { text: '' }, draft });
  const { field, errors } = useFormFields(form, { text: t(`words.${to}`) });
  const onSubmit = form.submit(async (typed) => {
    await send(
      [typed, chosen.fingerprint],
      (_request, key) =>
        to === 'note'
          ? noteInCase(id, typed, chosen.files, key)
          : writeToCustomer(id, { ...typed, asks: to === 'ask' }, key),
      t(`words.${to}_done`),
    );
    chosen.clear();
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
