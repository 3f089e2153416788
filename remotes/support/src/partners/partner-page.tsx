import type { Partner } from '@bank/contracts/partners';
import { DetailPage } from '@bank/client/detail-page';
import { useParams } from '@bank/client/router';
import { Alert } from '@bank/ui/alert';
import { PageHeading } from '@bank/ui/page-heading';
import { useTexts } from '../texts';
import { SecretKeysCard } from '../partner-servers/secret-keys-card';
import { WebhooksCard } from '../partner-servers/webhooks-card';
import { Figures } from './figures';
import { IdentityCard } from './identity-card';
import { KeysCard } from './keys-card';
import { useMayChange } from './may-change';
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
    <DetailPage
      query={query}
      back={{ to: '/admin/partners', label: t('one.all') }}
      title={title('partner.title')}
      failed={t('one.failed')}
      missing={t('one.missing')}
      layout="desk"
      inOrder
    >
      {(partner) => <PartnerDetails key={partner.id} partner={partner} />}
    </DetailPage>
  );
}

function PartnerDetails({ partner }: { partner: Partner }) {
  const { t } = usePartnerTexts();
  const mayChange = useMayChange();
  return (
    <>
      <PageHeading
        title={partner.name}
        lead={<PartnerStatus status={partner.status} />}
        actions={mayChange && <SwitchPartner partner={partner} />}
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
