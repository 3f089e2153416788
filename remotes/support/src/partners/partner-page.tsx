import type { Partner } from '@bank/contracts/partners';
import { ApiError } from '@bank/client/api';
import { Link, useParams } from '@bank/client/router';
import { Alert } from '@bank/ui/alert';
import { Card } from '@bank/ui/card';
import { ErrorState } from '@bank/ui/error-state';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Loading, Skeleton } from '@bank/ui/skeleton';
import { useTexts } from '../texts';
import { Figures } from './figures';
import { IdentityCard } from './identity-card';
import { KeysCard } from './keys-card';
import styles from './partner-page.module.css';
import { PartnerStatus } from './partner-status';
import { usePartner } from './partners.api';
import { SnippetCard } from './snippet-card';
import { SwitchPartner } from './switch-partner';
import { usePartnerTexts } from './texts';
import { ThemeCard } from './theme-card';

/** Everything about one partner: who it is, its keys, its code, its look, and what its pages brought. */
export function PartnerPage() {
  const { t } = usePartnerTexts();
  const id = Number(useParams().id);
  const { data, error, isFetching, refetch } = usePartner(id);
  return (
    <Page layout="desk">
      <p>
        <Link to="/admin/partners">{t('one.all')}</Link>
      </p>
      {data ? (
        <Known key={data.id} partner={data} />
      ) : (
        <Unknown error={error} retrying={isFetching} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

function Known({ partner }: { partner: Partner }) {
  const { t } = usePartnerTexts();
  return (
    <>
      <PageHeading
        title={partner.name}
        lead={<PartnerStatus status={partner.status} />}
        actions={<SwitchPartner partner={partner} />}
      />
      {partner.status === 'inactive' && <Alert tone="warning">{t('switch.notice')}</Alert>}
      <Figures id={partner.id} />
      <div className={styles.pair}>
        <div className={styles.column}>
          <IdentityCard partner={partner} />
          <KeysCard partner={partner} />
        </div>
        <SnippetCard partner={partner} />
      </div>
      <ThemeCard partner={partner} />
    </>
  );
}

interface UnknownProps {
  error: Error | null;
  retrying: boolean;
  onRetry: () => void;
}

function Unknown({ error, retrying, onRetry }: UnknownProps) {
  const { t: title } = useTexts();
  const { t } = usePartnerTexts();
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <>
      <PageHeading title={title('partner.title')} />
      <Card>
        {error ? (
          <ErrorState
            title={t('one.failed')}
            message={t(isMissing ? 'one.missing' : 'list.failed_message')}
            onRetry={isMissing ? undefined : onRetry}
            retrying={retrying}
          />
        ) : (
          <Loading>
            <Skeleton height="row" lines={6} />
          </Loading>
        )}
      </Card>
    </>
  );
}
