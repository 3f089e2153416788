import type { Kyc } from '@bank/contracts/kyc';
import { verificationIcons, verificationOf, verificationTones } from '@bank/client/verification';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Fact, DescriptionList } from '@bank/ui/description-list';
import { Cluster } from '@bank/ui/layout';
import { useKycTexts } from './texts';
import styles from './status-step.module.css';
import { acceptsDocuments } from './kyc.api';
import { IdentityScene } from '../pictures/scenes';
import { ResendDocuments } from '../resend/resend-documents';
import { SentDocuments } from './sent-documents';
import { WhyStopped } from '../why/why-stopped';
import { StepFrame } from './step-frame';
import { statusStep } from './use-kyc-step';

interface StatusStepProps {
  kyc: Kyc;
  takeFocus: boolean;
  /** The person wants to send documents (again). */
  onAgain: () => void;
}

export function StatusStep({ kyc, takeFocus, onAgain }: StatusStepProps) {
  const { t } = useKycTexts();
  const verification = verificationOf(kyc);
  const faulty = kyc.status === 'rejected' ? kyc.documents.filter(({ fault }) => fault) : [];
  return (
    <StepFrame step={statusStep} takeFocus={takeFocus}>
      <Alert
        tone={verificationTones[verification]}
        icon={verificationIcons[verification]}
        title={t(`kyc.status_${verification}`)}
      >
        <p>{t(`kyc.message_${verification}`)}</p>
      </Alert>
      {verification === 'approved' && <IdentityScene />}
      <Outcome kyc={kyc} />
      <WhyStopped why={kyc.why} withReason={false} />
      {faulty.length > 0 && <ResendDocuments documents={faulty} />}
      {kyc.documents.length > 0 && <SentDocuments documents={kyc.documents} />}
      {acceptsDocuments(kyc) && (
        <Cluster gap="8-16" align="center">
          <Button
            variant={verification === 'pending' || faulty.length > 0 ? 'secondary' : 'primary'}
            onClick={onAgain}
          >
            {t(verification === 'unverified' ? 'kyc.begin' : 'kyc.again')}
          </Button>
          {verification === 'pending' && <p className={styles.hint}>{t('kyc.again_hint')}</p>}
        </Cluster>
      )}
    </StepFrame>
  );
}

function Outcome({ kyc }: { kyc: Kyc }) {
  const { t } = useKycTexts();
  const { date, dateTime } = useFormat();
  const { status, submitted_at: sent, reviewed_at: reviewed, reason } = kyc;
  const { verificationDate: verified, expiryDate: expires } = kyc;
  if (!sent && !verified) return null;
  return (
    <DescriptionList>
      {sent && <Fact name={t('kyc.submitted_on')}>{dateTime(sent)}</Fact>}
      {status === 'rejected' && reviewed && <Fact name={t('kyc.refused_on')}>{dateTime(reviewed)}</Fact>}
      {status === 'rejected' && reason && <Fact name={t('kyc.reason')}>{reason}</Fact>}
      {verified && <Fact name={t('kyc.verified_on')}>{date(verified)}</Fact>}
      {expires && <Fact name={t('kyc.expires_on')}>{date(expires)}</Fact>}
    </DescriptionList>
  );
}
