import type { Partner } from '@bank/contracts/partners';
import { QueryFallback } from '@bank/client/query-boundary';
import { Link, useParams } from '@bank/client/router';
import { Alert } from '@bank/ui/alert';
import { Card } from '@bank/ui/card';
import { ErrorState } from '@bank/ui/error-state';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useTexts } from '../texts';
import { SecretKeysCard } from '../partner-servers/secret-keys-card';
import { WebhooksCard } from '../partner-servers/webhooks-card';
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

export function PartnerPage() {
  const { t: title } = useTexts();
  const { t } = usePartnerTexts();
  const id = Number(useParams().id);
  const query = usePartner(id);
  return (
    <Page layout="desk">
      <p>
        <Link to="/admin/partners">{t('one.all')}</Link>
      </p>
      {query.data ? (
        <PartnerDetails key={query.data.id} partner={query.data} />
      ) : (
        <>
          <PageHeading title={title('partner.title')} />
          <Card>
            <QueryFallback
              query={query}
              rows={6}
              failed={t('one.failed')}
              missing={<ErrorState title={t('one.failed')} message={t('one.missing')} />}
            />
          </Card>
        </>
      )}
    </Page>
  );
}

function PartnerDetails({ partner }: { partner: Partner }) {
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
      <WebhooksCard partnerId={partner.id} />
      <SecretKeysCard partnerId={partner.id} />
      <ThemeCard partner={partner} />
    </>
  );
}
