import { useEffect, useState, useSyncExternalStore } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { bankTimeOf } from '@bank/i18n/bank-clock';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { withoutActivity } from '../http/api';
import { isOffline } from '../http/call-failure';
import { useQueryClient } from '../http/query';
import { useOnline } from '../hooks/use-online';
import { isKept } from './copy-keeper';
import styles from './offline-banner.module.css';
import { useOfflineTexts } from './offline-texts';

/** How often the age is written again, in ms. */
const ageMs = 20_000;

/** Announces that the page shows older data, and their age; fetches them again when the network is back. */
export function OfflineBanner() {
  const { t } = useOfflineTexts();
  const { relativeTime } = useFormat();
  const queries = useQueryClient();
  const isOnline = useOnline();
  const { isUnreached, shownSince } = useShownFigures(queries);
  const isShown = !isOnline || isUnreached;
  useTick(isShown);
  useEffect(() => {
    if (isOnline && isUnreached) fetchAgain(queries);
    // Only the return of the network counts; after a failure with a network a person tries again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isOnline]);
  return (
    <div className={styles.banner} aria-live="polite">
      {isShown && (
        <Alert tone="warning" title={t(isOnline ? 'unreached' : 'offline')}>
          <p>
            {shownSince === undefined
              ? t('nothing_kept')
              : t('updated', { when: relativeTime(bankTimeOf(shownSince)) })}
          </p>
          <p>{t('no_money')}</p>
          {isOnline && (
            <Button variant="secondary" size="small" onClick={() => fetchAgain(queries)}>
              {t('retry')}
            </Button>
          )}
        </Alert>
      )}
    </div>
  );
}

/** By the clock rather than by a person, unless they ask for it. */
const fetchAgain = (queries: QueryClient) =>
  withoutActivity(
    () =>
      void queries.refetchQueries({
        type: 'active',
        predicate: (query) => isKept(query) || query.state.status === 'error',
      }),
  );

/** Whether a response that the copy keeps could not be fetched, and the age of the oldest one on the page. */
function useShownFigures(queries: QueryClient) {
  const cache = queries.getQueryCache();
  const now = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => {
      const kept = cache.getAll().filter(isKept);
      const isUnreached = kept.some((query) => query.isActive() && isOffline(query.state.error));
      const shown = kept.filter((query) => query.meta?.offline === true && query.isActive());
      const times = shown.map(({ state }) => state.dataUpdatedAt).filter((time) => time > 0);
      return `${isUnreached} ${times.length > 0 ? Math.min(...times) : ''}`;
    },
  );
  const [isUnreached, since] = now.split(' ');
  return { isUnreached: isUnreached === 'true', shownSince: since ? Number(since) : undefined };
}

function useTick(isTicking: boolean) {
  const [, setTime] = useState(0);
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setTime(Date.now()), ageMs);
    return () => clearInterval(timer);
  }, [isTicking]);
}
