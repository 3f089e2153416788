import { config, homePathOf } from '@bank/client/config';
import { Link, Navigate } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { PasswordField } from '@bank/ui/password-field';
import { AuthFrame } from '../auth-frame';
import { useSignupTexts } from './texts';
import { signUp } from './signup.api';
import { SignupForm } from './signup-form';

const fieldNames = [
  'first_name',
  'last_name',
  'username',
  'email',
  'phone',
  'password',
  'confirmPassword',
] as const;

const loadRules = async () => (await import('./signup-rules')).signupRules;

export function SignupPage() {
  const { t } = useSignupTexts();
  const { state, start } = useSession();
  if (state === 'signed-in') return <Navigate to={homePathOf[config.site]} replace />;
  return (
    <AuthFrame
      title={t('title')}
      lead={t('lead')}
      after={
        <p>
          {t('have_account')} <Link to="/login">{t('login')}</Link>
        </p>
      }
    >
      <SignupForm
        secretControl={PasswordField}
        fields={fieldNames}
        loadRules={loadRules}
        action={t('submit')}
        onSubmit={async ({ confirmPassword: _, ...person }) => start(await signUp(person))}
      />
    </AuthFrame>
  );
}
