import { documentKinds, type Kyc } from '@bank/contracts/kyc';
import { Link } from '@bank/client/router';
import { verificationOf, verificationTones } from '@bank/client/verification';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { buttonClass } from '@bank/ui/button';
import { Fact, Facts } from '@bank/ui/facts';
import { useTexts } from '../texts';
import { KycLoading, KycUnavailable } from './kyc-states';
import { takesDocuments, useKyc } from './kyc.api';
import styles from './kyc-summary.module.css';

/** How far the verification is, document by document, and the way to it. */
export function KycSummary() {
  const kyc = useKyc();
  if (kyc.data) return <Summary kyc={kyc.data} />;
  return kyc.isError ? <KycUnavailable query={kyc} /> : <KycLoading />;
}

function Summary({ kyc }: { kyc: Kyc }) {
  const { t } = useTexts();
  const { date } = useFormat();
  const verification = verificationOf(kyc);
  const day = (moment: string | null) => (moment ? date(moment) : t('kyc.none'));
  return (
    <div className={styles.summary}>
      <p>{t(`kyc.message_${verification}`)}</p>
      <Facts>
        <Fact name={t('kyc.status')}>
          <Badge tone={verificationTones[verification]}>{t(`kyc.status_${verification}`)}</Badge>
        </Fact>
        {documentKinds.map((kind) => (
          <Fact key={kind} name={t(`kyc.kind_${kind}`)}>
            <KindState kyc={kyc} kind={kind} />
          </Fact>
        ))}
        <Fact name={t('kyc.verified_on')}>{day(kyc.verificationDate)}</Fact>
        <Fact name={t('kyc.expires_on')}>{day(kyc.expiryDate)}</Fact>
      </Facts>
      <Link to="/dashboard/kyc" className={buttonClass({ variant: 'secondary' })}>
        {t(takesDocuments(kyc) ? 'kyc.go' : 'kyc.see')}
      </Link>
    </div>
  );
}

/** The state of the documents of one kind; several files of it share the submission's state. */
function KindState({ kyc, kind }: { kyc: Kyc; kind: (typeof documentKinds)[number] }) {
  const { t } = useTexts();
  const sent = kyc.documents.find((document) => document.kind === kind);
  if (!sent) return <Badge icon={false}>{t(kind === 'income' ? 'kyc.not_asked' : 'kyc.not_sent')}</Badge>;
  return <Badge tone={verificationTones[sent.status]}>{t(`kyc.document_${sent.status}`)}</Badge>;
}
