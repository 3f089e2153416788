import { useState } from 'react';
import { config } from '@bank/client/config';
import { useDestination } from '@bank/client/destination';
import { Navigate } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { AuthFrame } from '../auth-frame';
import { useTexts } from '../texts';
import { CodeStep } from './code-step';
import { CredentialsStep } from './credentials-step';

/** A right password that waits for its second factor. */
interface Challenge {
  token: string;
  username: string;
}

/** Where the first step begins again, after the second one was left. */
interface Restart {
  username: string;
  /** Why it was left, when the person did not choose to. */
  reason?: string;
}

/** The door of either site: a name and a password, then a code from whoever asked for one. */
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
        <CodeStep token={challenge.token} onSession={start} onExpired={leave} onBack={() => leave()} />
      </AuthFrame>
    );
  }
  const title = t(staff ? 'login.staff_title' : 'login.title');
  const lead = t(staff ? 'login.staff_lead' : 'login.lead');
  if (state === 'loading') {
    return (
      <AuthFrame title={title} lead={lead}>
        <Loading>
          <Skeleton height="block" />
        </Loading>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={title} lead={lead}>
      <CredentialsStep
        restart={restart}
        signup={!staff}
        onSession={start}
        onChallenge={(token, username) => setChallenge({ token, username })}
      />
    </AuthFrame>
  );
}
