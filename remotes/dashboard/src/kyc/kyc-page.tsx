import { useState } from 'react';
import type { Kyc } from '@bank/contracts/kyc';
import { LoadingRows } from '@bank/client/query-boundary';
import { useSession } from '@bank/client/session';
import { Card } from '@bank/ui/card';
import { Stack } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { AskedAgain } from '../resend/asked-again';
import { useProfile } from '../settings/settings.api';
import { useKycTexts } from './texts';
import { FetchedKyc } from './fetched-kyc';
import { KycForm } from './kyc-form';
import { StatusStep } from './status-step';
import { statusStep, useKycStep } from './use-kyc-step';

export function KycPage() {
  const { t } = useKycTexts();
  const { user } = useSession();
  const lead = t(user?.kyc_status === 'approved' ? 'kyc.lead_approved' : 'kyc.lead');
  return (
    <Page>
      <PageHeading title={t('kyc.title')} lead={lead} />
      <Card>
        <FetchedKyc>{(kyc) => <Steps kyc={kyc} />}</FetchedKyc>
      </Card>
    </Page>
  );
}

function Steps({ kyc }: { kyc: Kyc }) {
  const { step, goTo } = useKycStep(kyc);
  const [first] = useState(step);
  const [hasMoved, setHasMoved] = useState(false);
  if (step !== first && !hasMoved) setHasMoved(true);
  if (step === statusStep) return <StatusStep kyc={kyc} takeFocus={hasMoved} onAgain={() => goTo(0)} />;
  return (
    <Stack gap={24}>
      <AskedAgain kyc={kyc} />
      <PrefilledForm step={step} takeFocus={hasMoved} goTo={goTo} />
    </Stack>
  );
}

type FormProps = Omit<Parameters<typeof KycForm>[0], 'known'>;

/** Fills in what the profile knows; without a profile the form starts empty. */
function PrefilledForm(props: FormProps) {
  const profile = useProfile();
  return profile.isPending ? <LoadingRows rows={6} /> : <KycForm {...props} known={profile.data} />;
}
