import { useEffect, useRef, useState } from 'react';
import { ApiError } from '@bank/client/api';
import { config, homeOf } from '@bank/client/config';
import { Link, useLocation, useNavigate } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { buttonClass } from '@bank/ui/button';
import { ErrorState } from '@bank/ui/error-state';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { AuthFrame } from '../auth-frame';
import { useTexts } from '../texts';
import { goOn } from './continue.api';

type Outcome = 'waiting' | 'spent' | 'failed';

/** Where a sign-up on a partner's page goes on: the code in the address opens the person's own space, once. */
export function ContinuePage() {
  const { t } = useTexts();
  const { outcome, enter } = useEntering();
  if (outcome === 'spent') {
    return (
      <AuthFrame key="spent" title={t('continue.spent_title')} lead={t('continue.spent_lead')}>
        <Link to="/login" className={buttonClass({ wide: true })}>
          {t('login.submit')}
        </Link>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('continue.title')} lead={t('continue.lead')}>
      {outcome === 'failed' ? (
        <ErrorState
          title={t('continue.failed')}
          message={t('continue.failed_message')}
          onRetry={() => void enter()}
        />
      ) : (
        <Loading>
          <Skeleton height="block" />
        </Loading>
      )}
    </AuthFrame>
  );
}

/** Spends the code of the address as soon as the page is there; whoever was signed in here before no longer is. */
function useEntering() {
  const { hash, pathname } = useLocation();
  const { start } = useSession();
  const navigate = useNavigate();
  const [code] = useState(() => new URLSearchParams(hash.slice(1)).get('code') ?? '');
  const begun = useRef(false);
  const [outcome, setOutcome] = useState<Outcome>(code ? 'waiting' : 'spent');

  const enter = async () => {
    setOutcome('waiting');
    try {
      start(await goOn({ code: code }));
    } catch (error) {
      // A code that was cut when it was copied is no better than a spent one.
      return setOutcome(error instanceof ApiError && error.status === 422 ? 'spent' : 'failed');
    }
    await navigate(homeOf[config.site], { replace: true });
  };

  useEffect(() => {
    if (begun.current || !code) return;
    begun.current = true;
    // Not even this browser's history shall keep the code.
    void navigate(pathname, { replace: true });
    void enter();
  });

  return { outcome, enter };
}
