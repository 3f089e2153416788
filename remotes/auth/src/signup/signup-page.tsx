import { config, homeOf } from '@bank/client/config';
import { Link, Navigate } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { AuthFrame } from '../auth-frame';
import { useTexts } from '../texts';
import { signUp } from './signup.api';
import { SignupForm } from './signup-form';

/** Opening an account: one form, and the person is in. */
export function SignupPage() {
  const { t } = useTexts();
  const { state, start } = useSession();
  if (state === 'signed-in') return <Navigate to={homeOf[config.site]} replace />;
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
      <SignupForm send={async (person) => start(await signUp(person))} />
    </AuthFrame>
  );
}
