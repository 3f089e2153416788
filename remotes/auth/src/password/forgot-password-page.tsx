import { useState } from 'react';
import { forgotPasswordRequest } from '@bank/contracts/auth';
import { useBankForm } from '@bank/client/form';
import { Link } from '@bank/client/router';
import { Button } from '@bank/ui/button';
import { TextField } from '@bank/ui/text-field';
import { AuthForm } from '../auth-form';
import { AuthFrame } from '../auth-frame';
import { useTexts } from '../texts';
import { requestResetLink } from './password.api';

/** Requests a link to choose a new password; does not reveal whether the address is known. */
export function ForgotPasswordPage() {
  const { t } = useTexts();
  const [sent, setSent] = useState(false);
  const back = (
    <p>
      <Link to="/login">{t('back_to_login')}</Link>
    </p>
  );
  // With a key of its own, the second heading takes the focus and is read aloud.
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
    await requestResetLink(body);
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
