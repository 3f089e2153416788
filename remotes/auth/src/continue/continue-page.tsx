import { useEffect, useState } from 'react';
import type { PendingSignup } from '@bank/contracts/partners';
import { ApiError } from '@bank/client/api';
import { config, homePathOf } from '@bank/client/config';
import { QueryError } from '@bank/client/query-boundary';
import { Link, useNavigate } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { buttonClass } from '@bank/ui/button';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { AuthFrame } from '../auth-frame';
import { useSignupTexts } from '../signup/texts';
import { useTexts } from '../texts';
import { readApplication } from './continue.api';
import { ContinueForm } from './continue-form';
import { SessionChoice } from './session-choice';
import { useContinueTexts } from './texts';

const home = homePathOf[config.site];

/** Completes an application from a partner's page. With an open session it asks before replacing it. */
export function ContinuePage() {
  const { t } = useContinueTexts();
  const { state, user, failure, retry, start } = useSession();
  const navigate = useNavigate();
  const [isConfirmed, setConfirmed] = useState(false);
  const [isOpened, setOpened] = useState(false);
  const application = useApplication();

  if (application.isSpent) return <SpentPage />;
  if (application.error !== undefined || state === 'unreachable') {
    const failed = application.error === undefined ? { error: failure, refetch: retry } : application;
    return (
      <AuthFrame title={t('continue.title')}>
        <QueryError query={{ ...failed, isFetching: false }} title={t('continue.failed')} />
      </AuthFrame>
    );
  }
  if (!application.data || isOpened || state === 'loading') {
    return (
      <Loading>
        <Skeleton height="block" />
      </Loading>
    );
  }
  if (user && !isConfirmed) {
    return (
      <SessionChoice
        application={application.data}
        current={user}
        onStay={() => void navigate(home, { replace: true })}
        onContinue={() => setConfirmed(true)}
      />
    );
  }
  return (
    <ContinueForm
      application={application.data}
      replacesSession={user !== undefined}
      onOpened={(session) => {
        setOpened(true);
        start(session);
        void navigate(home, { replace: true });
      }}
    />
  );
}

/** Not in the query cache, which is cleared with the session that this page may replace. */
function useApplication() {
  const [result, setResult] = useState<{ data?: PendingSignup; error?: unknown }>({});
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    const abort = new AbortController();
    readApplication(abort.signal).then(
      (data) => setResult({ data }),
      (error: unknown) => abort.signal.aborted || setResult({ error }),
    );
    return () => abort.abort();
  }, [attempt]);
  const { data, error } = result;
  const isSpent = error instanceof ApiError && error.code === 'CONTINUE_CODE_INVALID';
  return { data, isSpent, error, refetch: () => setAttempt(attempt + 1) };
}

function SpentPage() {
  const { t } = useContinueTexts();
  const { t: auth } = useTexts();
  const { t: signup } = useSignupTexts();
  return (
    <AuthFrame key="spent" title={t('continue.spent_title')} lead={t('continue.spent_lead')}>
      <Link to="/login" className={buttonClass({ wide: true })}>
        {auth('login.submit')}
      </Link>
      <Link to="/signup" className={buttonClass({ variant: 'secondary', wide: true })}>
        {signup('title')}
      </Link>
    </AuthFrame>
  );
}
