import { documentKinds, type Kyc } from '@bank/contracts/kyc';
import { Link } from '@bank/client/router';
import { verificationIcons, verificationOf, verificationTones } from '@bank/client/verification';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { buttonClass } from '@bank/ui/button';
import { Fact, DescriptionList } from '@bank/ui/description-list';
import { Stack } from '@bank/ui/layout';
import { useKycTexts } from './texts';
import { FetchedKyc } from './fetched-kyc';
import { acceptsDocuments } from './kyc.api';
import styles from './kyc-summary.module.css';

/** The state of the verification, document by document, with a link to its screen. */
export const KycSummary = () => <FetchedKyc>{(kyc) => <Summary kyc={kyc} />}</FetchedKyc>;

function Summary({ kyc }: { kyc: Kyc }) {
  const { t } = useKycTexts();
  const { date } = useFormat();
  const verification = verificationOf(kyc);
  const day = (moment: string | null) => (moment ? date(moment) : t('kyc.none'));
  return (
    <Stack align="start" className={styles.summary}>
      <p>{t(`kyc.message_${verification}`)}</p>
      <DescriptionList>
        <Fact name={t('kyc.status')}>
          <Badge tone={verificationTones[verification]} icon={verificationIcons[verification]}>
            {t(`kyc.status_${verification}`)}
          </Badge>
        </Fact>
        {documentKinds.map((kind) => (
          <Fact key={kind} name={t(`kyc.kind_${kind}`)}>
            <KindState kyc={kyc} kind={kind} />
          </Fact>
        ))}
        <Fact name={t('kyc.verified_on')}>{day(kyc.verificationDate)}</Fact>
        <Fact name={t('kyc.expires_on')}>{day(kyc.expiryDate)}</Fact>
      </DescriptionList>
      <Link to="/dashboard/kyc" className={buttonClass({ variant: 'secondary' })}>
        {t(acceptsDocuments(kyc) ? 'kyc.go' : 'kyc.see')}
      </Link>
    </Stack>
  );
}

/** The state of one kind of document; all its files share the submission's state. */
function KindState({ kyc, kind }: { kyc: Kyc; kind: (typeof documentKinds)[number] }) {
  const { t } = useKycTexts();
  const sent = kyc.documents.find((document) => document.kind === kind);
  if (!sent) return <Badge icon={false}>{t(kind === 'income' ? 'kyc.not_asked' : 'kyc.not_sent')}</Badge>;
  return (
    <Badge tone={verificationTones[sent.status]} icon={verificationIcons[sent.status]}>
      {t(`kyc.document_${sent.status}`)}
    </Badge>
  );
}
