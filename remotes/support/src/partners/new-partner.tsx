import { useBankForm } from '@bank/client/form';
import { useNavigate } from '@bank/client/router';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useIsShown } from '@bank/client/use-is-shown';
import { Dialog } from '@bank/ui/dialog';
import { FormActions } from '@bank/ui/form-actions';
import { Stack } from '@bank/ui/layout';
import { useToast } from '@bank/ui/toast';
import { identityForm, startingIdentity } from './identity-form';
import { IdentityFields } from './identity-fields';
import { createPartner, usePartnerUpdate } from './partners.api';
import { usePartnerTexts } from './texts';

const draft = 'partner-new';

interface NewPartnerProps {
  open: boolean;
  onClose: () => void;
}

/** Adds a partner and opens its page with the first key and the code. */
export function NewPartner({ open, onClose }: NewPartnerProps) {
  const { t } = usePartnerTexts();
  // Kept while the dialog is closed, so that a repeated attempt without a response adds the same partner.
  const intent = useIdempotencyKey(draft);
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
  const known = usePartnerUpdate();
  const isShown = useIsShown();
  const form = useBankForm({
    schema: identityForm,
    defaultValues: startingIdentity(),
    draft,
  });
  const send = form.submit(async (identity) => {
    const request = { ...identity, theme: {} };
    const words = { failed: t('new.failed') };
    const partner = await intent.send(request, words, (key) => createPartner(request, key));
    known(partner);
    show({ type: 'success', message: t('new.done', { name: partner.name }) });
    if (isShown()) await navigate(`/admin/partners/${partner.id}`, { replace: true });
  });
  return (
    <Stack as="form" noValidate onSubmit={(event) => void send(event)}>
      <IdentityFields form={form} />
      <FormActions
        submit={t('new.submit')}
        isSending={form.formState.isSubmitting}
        onCancel={() => {
          form.forget();
          onClose();
        }}
      />
    </Stack>
  );
}
