import { config, homePathOf } from '@bank/client/config';
import { Link, Navigate } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { PasswordField } from '@bank/ui/password-field';
import { AuthFrame } from '../auth-frame';
import { useTexts } from '../texts';
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
  const { t } = useTexts();
  const { state, start } = useSession();
  if (state === 'signed-in') return <Navigate to={homePathOf[config.site]} replace />;
  return (
    <AuthFrame
      title={t('signup.title')}
      lead={t('signup.lead')}
      after={
        <p>
          {t('signup.have_account')} <Link to="/login">{t('signup.login')}</Link>
        </p>
      }
    >
      <SignupForm
        secretControl={PasswordField}
        fields={fieldNames}
        loadRules={loadRules}
        action={t('signup.submit')}
        onSubmit={async ({ confirmPassword: _, ...person }) => start(await signUp(person))}
      />
    </AuthFrame>
  );
}
