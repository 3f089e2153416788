import { useState } from 'react';
import { forgotPasswordRequest } from '@bank/contracts/auth';
import { useBankForm } from '@bank/client/form';
import { Link } from '@bank/client/router';
import { Button } from '@bank/ui/button';
import { TextField } from '@bank/ui/text-field';
import { AuthForm } from '../auth-form';
import { AuthFrame } from '../auth-frame';
import { useTexts } from '../texts';
import { askForLink } from './password.api';

/** Asking for a link to choose a new password. Whether the address is known is never told. */
export function ForgotPasswordPage() {
  const { t } = useTexts();
  const [sent, setSent] = useState(false);
  const back = (
    <p>
      <Link to="/login">{t('back_to_login')}</Link>
    </p>
  );
  // The keys make two pages of them: the heading of the second takes the focus, and so is read.
  return sent ? (
    <AuthFrame key="sent" title={t('forgot.sent_title')} lead={t('forgot.sent_lead')} after={back}>
      <Button variant="secondary" wide onClick={() => setSent(false)}>
        {t('forgot.again')}
      </Button>
    </AuthFrame>
  ) : (
    <AuthFrame key="ask" title={t('forgot.title')} lead={t('forgot.lead')} after={back}>
      <ForgotPasswordForm onSent={() => setSent(true)} />
    </AuthFrame>
  );
}

function ForgotPasswordForm({ onSent }: { onSent: () => void }) {
  const { t } = useTexts();
  const { register, submit, failure, errorOf, formState } = useBankForm({
    schema: forgotPasswordRequest,
    defaultValues: { email: '' },
  });
  const onSubmit = submit(async (body) => {
    await askForLink(body);
    onSent();
  });
  const field = { name: 'email', label: t('forgot.email'), error: errorOf('email') };
  return (
    <AuthForm
      fields={[field]}
      failure={failure}
      state={formState}
      action={t('forgot.submit')}
      onSubmit={onSubmit}
    >
      <TextField
        {...field}
        {...register('email')}
        id="email"
        type="email"
        autoComplete="email"
        spellCheck={false}
        aria-required
      />
    </AuthForm>
  );
}
