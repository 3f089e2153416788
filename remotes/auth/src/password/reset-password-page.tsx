import { useState } from 'react';
import { resetPasswordRequest, typedPassword } from '@bank/contracts/auth';
import { ApiError } from '@bank/client/api';
import { useBankForm } from '@bank/client/form';
import { Link, useSearchParams } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { Button, buttonClass } from '@bank/ui/button';
import { ErrorSummary } from '@bank/ui/error-summary';
import { PasswordField } from '@bank/ui/password-field';
import { AuthFrame } from '../auth-frame';
import { passwordsDiffer, samePassword } from '../confirmed-password';
import formStyles from '../form.module.css';
import { refusedFields } from '../form-errors';
import { useTexts } from '../texts';
import { setPassword } from './password.api';

const resetForm = resetPasswordRequest
  .pick({ password: true })
  .extend({ confirmPassword: typedPassword })
  .refine(samePassword, passwordsDiffer);

const names = ['password', 'confirmPassword'] as const;

/** Where the mailed link leads: a new password, once. */
export function ResetPasswordPage() {
  const { t } = useTexts();
  const [parameters] = useSearchParams();
  const token = parameters.get('token') ?? '';
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
  const errors = refusedFields(names, errorOf);
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
  return (
    <form className={formStyles.form} noValidate onSubmit={onSubmit}>
      <ErrorSummary
        errors={errors}
        message={errors.length > 0 ? undefined : failure}
        attempt={formState.submitCount}
      />
      <PasswordField
        {...register('password')}
        id="password"
        label={t('reset.password')}
        hint={t('reset.password_hint')}
        error={errorOf('password')}
        autoComplete="new-password"
        aria-required
      />
      <PasswordField
        {...register('confirmPassword')}
        id="confirmPassword"
        label={t('reset.confirm')}
        error={errorOf('confirmPassword')}
        autoComplete="new-password"
        aria-required
      />
      <Button type="submit" wide loading={formState.isSubmitting}>
        {t('reset.submit')}
      </Button>
    </form>
  );
}

/** A link that was used, is too old, or was cut when copied. */
const isAboutLink = (error: unknown) =>
  error instanceof ApiError && (error.code === 'RESET_LINK_INVALID' || 'token' in error.fields);
