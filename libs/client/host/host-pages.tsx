import { buttonClass } from '@bank/ui/button';
import { ErrorState } from '@bank/ui/error-state';
import { Cluster } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { isOffline } from '../http/call-failure';
import { useCallTexts } from '../http/call-texts';
import { config } from '../http/config';
import styles from './host-pages.module.css';
import { Link } from '../hooks/router';
import { QueryError } from '../live/query-boundary';
import { useSession } from '../session/session';
import { useClientTexts } from '../locales/texts';

/** While a remote or the session is on its way: the height of a screen. The public frame hides its footer for that time. */
export function RemoteLoading() {
  return (
    <div className={styles.loading} data-page-loading>
      <Page>
        <Loading>
          <Skeleton height="title" />
          <Skeleton height="block" />
          <Skeleton lines={3} />
        </Loading>
      </Page>
    </div>
  );
}

/** In the place of a page whose remote is down, slow or broken. */
export function RemoteStub({ onRetry }: { onRetry: () => void }) {
  const { t } = useClientTexts();
  return (
    <Page>
      <ErrorState title={t('remote.failed_title')} message={t('remote.failed_message')} onRetry={onRetry} />
    </Page>
  );
}

/** Shown when there are tokens but the server cannot be reached, or cannot tell whose they are. */
export function UnreachablePage() {
  const { t } = useClientTexts();
  const { t: tCall } = useCallTexts();
  const { retry, failure } = useSession();
  const query = { error: failure, isFetching: false, refetch: retry };
  return (
    <Page>
      {isOffline(failure) ? (
        <QueryError query={query} title={tCall('error.network')} message={t('session.unreachable')} />
      ) : (
        <QueryError query={query} title={t('session.unreachable')} />
      )}
    </Page>
  );
}

export function NotFoundPage() {
  const { t } = useClientTexts();
  return (
    // The shell shows it in its public frame.
    <Page layout={config.site === 'shell' ? 'open' : 'desk'}>
      <PageHeading title={t('not_found.title')} lead={t('not_found.message')} />
      <Cluster>
        <Link to="/" className={buttonClass({})}>
          {t('not_found.home')}
        </Link>
      </Cluster>
    </Page>
  );
}

/** What a customer who signs in on the back-office reads (wire contract, section 5). */
export function StaffOnlyPage() {
  const { t } = useClientTexts();
  const { signOut } = useSession();
  return (
    <Page>
      <PageHeading title={t('staff.title')} lead={t('staff.message')} />
      <Cluster>
        <a href={`${config.origins.shell}/dashboard`} className={buttonClass({})}>
          {t('staff.customer_site')}
        </a>
        <button
          type="button"
          className={buttonClass({ variant: 'secondary' })}
          onClick={() => void signOut()}
        >
          {t('nav.sign_out')}
        </button>
      </Cluster>
    </Page>
  );
}
