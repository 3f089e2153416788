import { useState } from 'react';
import { forgotPasswordRequest } from '@bank/contracts/auth';
import { useBankForm } from '@bank/client/form';
import { Link } from '@bank/client/router';
import { Button } from '@bank/ui/button';
import { TextField } from '@bank/ui/text-field';
import { AuthForm } from '../auth-form';
import { AuthFrame } from '../auth-frame';
import { useTexts } from '../texts';
import { useRequestResetLink } from './password.api';
import { usePasswordTexts } from './texts';

/** Requests a link to choose a new password; does not reveal whether the address is known. */
export function ForgotPasswordPage() {
  const { t } = useTexts();
  const { t: own } = usePasswordTexts();
  const [sent, setSent] = useState(false);
  const back = (
    <p>
      <Link to="/login">{t('back_to_login')}</Link>
    </p>
  );
  // With a key of its own, the second heading takes the focus and is read aloud.
  return sent ? (
    <AuthFrame key="sent" title={own('forgot.sent_title')} lead={own('forgot.sent_lead')} after={back}>
      <Button variant="secondary" wide onClick={() => setSent(false)}>
        {own('forgot.again')}
      </Button>
    </AuthFrame>
  ) : (
    <AuthFrame key="ask" title={t('forgot.title')} lead={own('forgot.lead')} after={back}>
      <ForgotPasswordForm onSent={() => setSent(true)} />
    </AuthFrame>
  );
}

function ForgotPasswordForm({ onSent }: { onSent: () => void }) {
  const { t: own } = usePasswordTexts();
  const requestResetLink = useRequestResetLink();
  const { register, submit, failure, errorOf, formState } = useBankForm({
    schema: forgotPasswordRequest,
    defaultValues: { email: '' },
  });
  const onSubmit = submit(async (body) => {
    await requestResetLink(body);
    onSent();
  });
  const field = { name: 'email', label: own('forgot.email'), error: errorOf('email') };
  return (
    <AuthForm
      fields={[field]}
      failure={failure}
      state={formState}
      action={own('forgot.submit')}
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
