import { type Beneficiary, changeBeneficiaryRequest } from '@bank/contracts/payees';
import { withUserMessage } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { useIsShown } from '@bank/client/use-is-shown';
import { FormActions } from '@bank/ui/form-actions';
import { TextField } from '@bank/ui/text-field';
import { useToast } from '@bank/ui/toast';
import { changeBeneficiary, useBeneficiariesRefresh } from './payees.api';
import { usePayeeTexts } from './texts';

/** Changes a person's own note of a payee; name and account were approved, and stay. */
export function NoteForm({ beneficiary, onDone }: { beneficiary: Beneficiary; onDone: () => void }) {
  const { t } = usePayeeTexts();
  const { show } = useToast();
  const refresh = useBeneficiariesRefresh();
  const isShown = useIsShown();
  const form = useBankForm({
    schema: changeBeneficiaryRequest,
    defaultValues: { label: beneficiary.label ?? '' },
    draft: `payee-note-${beneficiary.id}`,
  });
  const { field, errors } = useFormFields(form, { label: t('label') });
  const onSubmit = form.submit(async (request) => {
    await changeBeneficiary(beneficiary.id, request).catch((error: unknown) => {
      throw withUserMessage(error, { failed: t('change_failed'), offline: t('change_failed_network') });
    });
    void refresh();
    show({ type: 'success', message: t('noted', { name: beneficiary.name }) });
    if (isShown()) onDone();
  });
  const cancel = () => {
    form.forget();
    onDone();
  };
  return (
    <FormFrame form={form} errors={errors} onSubmit={onSubmit}>
      <TextField optional autoComplete="off" hint={t('label_hint')} {...field('label')} />
      <FormActions submit={t('change_submit')} isSending={form.formState.isSubmitting} onCancel={cancel} />
    </FormFrame>
  );
}
