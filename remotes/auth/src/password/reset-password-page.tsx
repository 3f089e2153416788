import { useState } from 'react';
import { resetPasswordRequest, typedPassword } from '@bank/contracts/auth';
import { ApiError } from '@bank/client/api';
import { useBankForm } from '@bank/client/form';
import { Link } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { buttonClass } from '@bank/ui/button';
import { PasswordField } from '@bank/ui/password-field';
import { AuthForm } from '../auth-form';
import { AuthFrame } from '../auth-frame';
import { passwordsDiffer, samePassword } from '../confirmed-password';
import { useLinkToken } from '../link-token';
import { useTexts } from '../texts';
import { setPassword } from './password.api';

const resetForm = resetPasswordRequest
  .pick({ password: true })
  .extend({ confirmPassword: typedPassword })
  .refine(samePassword, passwordsDiffer);

/** Where the mailed link leads: a new password, once. */
export function ResetPasswordPage() {
  const token = useLinkToken();
  return <ResetPassword key={token} token={token} />;
}

function ResetPassword({ token }: { token: string }) {
  const { t } = useTexts();
  const [outcome, setOutcome] = useState<'done' | 'invalid'>();
  // The keys make pages of the outcomes: their heading takes the focus, and so is read.
  if (outcome === 'done') {
    return (
      <AuthFrame key="done" title={t('reset.done_title')} lead={t('reset.done_lead')}>
        <Link to="/login" className={buttonClass({ wide: true })}>
          {t('login.submit')}
        </Link>
      </AuthFrame>
    );
  }
  if (outcome === 'invalid' || token === '') {
    return (
      <AuthFrame key="invalid" title={t('reset.invalid_title')} lead={t('reset.invalid_lead')}>
        <Link to="/forgot-password" className={buttonClass({ wide: true })}>
          {t('reset.ask_again')}
        </Link>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame key="form" title={t('reset.title')} lead={t('reset.lead')}>
      <ResetPasswordForm token={token} onOutcome={setOutcome} />
    </AuthFrame>
  );
}

interface ResetPasswordFormProps {
  token: string;
  onOutcome: (outcome: 'done' | 'invalid') => void;
}

function ResetPasswordForm({ token, onOutcome }: ResetPasswordFormProps) {
  const { t } = useTexts();
  const { state, signOut } = useSession();
  const { register, submit, failure, errorOf, formState } = useBankForm({
    schema: resetForm,
    defaultValues: { password: '', confirmPassword: '' },
  });
  const onSubmit = submit(async ({ password }) => {
    try {
      await setPassword({ token, password });
    } catch (error) {
      if (!isAboutLink(error)) throw error;
      return onOutcome('invalid');
    }
    // The server has ended this browser's session too.
    if (state !== 'signed-out') await signOut();
    onOutcome('done');
  });
  const fieldOf = (name: 'password' | 'confirmPassword') => ({
    ...register(name),
    id: name,
    label: t(`reset.${name}`),
    error: errorOf(name),
    autoComplete: 'new-password',
    'aria-required': true,
  });
  const password = fieldOf('password');
  const confirmation = fieldOf('confirmPassword');
  return (
    <AuthForm
      fields={[password, confirmation]}
      failure={failure}
      state={formState}
      action={t('reset.submit')}
      onSubmit={onSubmit}
    >
      <PasswordField {...password} hint={t('reset.password_hint')} />
      <PasswordField {...confirmation} />
    </AuthForm>
  );
}

/** A link that was used, is too old, or was cut when copied. */
const isAboutLink = (error: unknown) =>
  error instanceof ApiError && (error.code === 'RESET_LINK_INVALID' || 'token' in error.fields);
