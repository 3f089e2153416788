import { inWordsOf } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { useNavigate } from '@bank/client/router';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { Dialog } from '@bank/ui/dialog';
import { FormActions } from '@bank/ui/form-actions';
import { useToast } from '@bank/ui/toast';
import { identityForm, startingIdentity } from './identity-form';
import { IdentityFields } from './identity-fields';
import styles from './partner-forms.module.css';
import { createPartner, usePartnerKnown } from './partners.api';
import { usePartnerTexts } from './texts';

interface NewPartnerProps {
  open: boolean;
  onClose: () => void;
}

/** Adds a partner, and goes to its page, where its first key and its code are. */
export function NewPartner({ open, onClose }: NewPartnerProps) {
  const { t } = usePartnerTexts();
  // Kept while the dialog is closed, so that a try that got no answer is the same one when it is opened again.
  const intent = useIdempotencyKey();
  return (
    <Dialog open={open} onClose={onClose} title={t('new.title')}>
      <NewPartnerForm intent={intent} onClose={onClose} />
    </Dialog>
  );
}

interface NewPartnerFormProps {
  intent: ReturnType<typeof useIdempotencyKey>;
  onClose: () => void;
}

function NewPartnerForm({ intent, onClose }: NewPartnerFormProps) {
  const { t } = usePartnerTexts();
  const { show } = useToast();
  const navigate = useNavigate();
  const known = usePartnerKnown();
  const form = useBankForm({
    schema: identityForm,
    defaultValues: startingIdentity(),
    draft: 'partner-new',
  });
  const send = form.submit(async (identity) => {
    const request = { ...identity, theme: {} };
    try {
      const partner = await createPartner(request, intent.keyFor(request));
      intent.done();
      known(partner);
      show({ type: 'success', message: t('new.done', { name: partner.name }) });
      await navigate(`/admin/partners/${partner.id}`, { replace: true });
    } catch (error) {
      throw inWordsOf(error, { failed: t('new.failed') });
    }
  });
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void send(event)}>
      <IdentityFields form={form} />
      <FormActions
        submit={t('new.submit')}
        isSending={form.formState.isSubmitting}
        onCancel={() => {
          form.forget();
          onClose();
        }}
      />
    </form>
  );
}
