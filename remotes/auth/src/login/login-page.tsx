import { lazy, Suspense, useState } from 'react';
import { config } from '@bank/client/config';
import { useDestination } from '@bank/client/destination';
import { Navigate } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { AuthFrame } from '../auth-frame';
import { useTexts } from '../texts';
import { type Challenge, CredentialsStep } from './credentials-step';
import { loadRules } from './load-rules';

const CodeStep = lazy(async () => ({ default: (await loadRules()).CodeStep }));

/** State of the first step after the second one was left. */
interface Restart {
  username: string;
  /** Shown unless the person left by choice. */
  reason?: string;
}

/** Signs in on either site: username and password, then a code where two-factor sign-in is on. */
export function LoginPage() {
  const { t } = useTexts();
  const { state, start } = useSession();
  const destination = useDestination();
  const [challenge, setChallenge] = useState<Challenge>();
  const [restart, setRestart] = useState<Restart>();
  const staff = config.site === 'back-office';

  if (state === 'signed-in') return <Navigate to={destination} replace />;
  if (challenge) {
    const leave = (reason?: string) => {
      setRestart({ username: challenge.username, reason });
      setChallenge(undefined);
    };
    return (
      <AuthFrame title={t('code.title')} lead={t('code.lead')}>
        <Suspense fallback={<Waiting />}>
          <CodeStep {...challenge} onSession={start} onExpired={leave} onBack={() => leave()} />
        </Suspense>
      </AuthFrame>
    );
  }
  const title = t(staff ? 'login.staff_title' : 'login.title');
  const lead = t(staff ? 'login.staff_lead' : 'login.lead');
  if (state === 'loading') {
    return (
      <AuthFrame title={title} lead={lead}>
        <Waiting />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={title} lead={lead}>
      <CredentialsStep restart={restart} signup={!staff} onSession={start} onChallenge={setChallenge} />
    </AuthFrame>
  );
}

const Waiting = () => (
  <Loading>
    <Skeleton height="block" />
  </Loading>
);
