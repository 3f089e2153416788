import type { ReactNode } from 'react';
import type { DocumentKind, Kyc } from '@bank/contracts/kyc';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { buttonClass } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import type { Tone } from '@bank/ui/tone';
import { useTexts } from '../texts';
import { Fetched } from './fetched';
import styles from './kyc-settings.module.css';
import { useKyc } from './settings.api';
import settings from './settings.module.css';

/** The documents of the summary (specification 2, section 3). */
const kinds = ['identity', 'address', 'income'] as const satisfies readonly DocumentKind[];

const tones = {
  approved: 'success',
  pending: 'warning',
  rejected: 'danger',
  none: 'neutral',
} as const satisfies Record<string, Tone>;

type Progress = keyof typeof tones;

/** How far the verification of the customer's identity is; it is done on its own screen. */
export function KycSettings() {
  const { t } = useTexts();
  return (
    <Card title={t('settings.kyc')}>
      <Fetched query={useKyc()} rows={4} failed={t('settings.kyc_failed')}>
        {(kyc) => <Summary kyc={kyc} />}
      </Fetched>
      <Link to="/dashboard/kyc" className={buttonClass({ variant: 'secondary' })}>
        {t('settings.kyc_link')}
      </Link>
    </Card>
  );
}

function Summary({ kyc }: { kyc: Kyc }) {
  const { t } = useTexts();
  const { date } = useFormat();
  const progress = kyc.status === 'pending' && !kyc.submitted_at ? 'none' : kyc.status;
  return (
    <>
      <p className={settings.lead}>{t(`settings.kyc_message_${progress}`)}</p>
      {kyc.reason && <p className={settings.lead}>{t('settings.kyc_reason', { reason: kyc.reason })}</p>}
      <dl className={styles.facts}>
        <Fact label={t('settings.kyc_status')}>
          <State progress={progress} />
        </Fact>
        {kinds.map((kind) => (
          <Fact key={kind} label={t(`settings.kyc_${kind}`)}>
            <DocumentState kyc={kyc} kind={kind} />
          </Fact>
        ))}
        {kyc.verificationDate && (
          <Fact label={t('settings.kyc_verified_on')}>{date(kyc.verificationDate)}</Fact>
        )}
        {kyc.expiryDate && <Fact label={t('settings.kyc_expires_on')}>{date(kyc.expiryDate)}</Fact>}
      </dl>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function DocumentState({ kyc, kind }: { kyc: Kyc; kind: DocumentKind }) {
  const { t } = useTexts();
  const document = kyc.documents.find((candidate) => candidate.kind === kind);
  return document ? (
    <State progress={document.status} />
  ) : (
    <span className={styles.missing}>{t('settings.kyc_not_sent')}</span>
  );
}

function State({ progress }: { progress: Progress }) {
  const { t } = useTexts();
  return <Badge tone={tones[progress]}>{t(`settings.kyc_${progress}`)}</Badge>;
}
