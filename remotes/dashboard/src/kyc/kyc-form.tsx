import type { Profile } from '@bank/contracts/settings';
import { useSession } from '@bank/client/session';
import { DocumentsStep } from './documents-step';
import { personalForm } from './personal';
import { PersonalStep } from './personal-step';
import { StepFrame } from './step-frame';
import { useChosenFiles } from './use-chosen-files';
import { documentsStep, personalStep } from './use-kyc-step';
import { kycDraft, usePersonalForm } from './use-personal-form';

interface KycFormProps {
  known: Profile | undefined;
  step: number;
  takeFocus: boolean;
  goTo: (step: number, options?: { replace: boolean }) => void;
}

/** The two steps with input, which is kept while the person switches between them. */
export function KycForm({ known, step, takeFocus, goTo }: KycFormProps) {
  const { user } = useSession();
  const form = usePersonalForm({
    firstName: known?.firstName || (user?.first_name ?? ''),
    lastName: known?.lastName || (user?.last_name ?? ''),
    birthDate: '',
    address: known ? addressOf(known) : '',
  });
  const chosen = useChosenFiles(kycDraft);
  // The address ?step=1 may be opened before the first step is complete.
  const isKnown = personalForm.safeParse(form.getValues()).success;
  if (step === personalStep || !isKnown) {
    return (
      <StepFrame step={personalStep} takeFocus={takeFocus}>
        <PersonalStep form={form} onDone={() => goTo(documentsStep)} />
      </StepFrame>
    );
  }
  return (
    <StepFrame step={documentsStep} takeFocus={takeFocus}>
      <DocumentsStep form={form} chosen={chosen} goTo={goTo} />
    </StepFrame>
  );
}

/** The profile's address on one line. */
const addressOf = ({ address, postalCode, city, country }: Profile) =>
  [address, `${postalCode} ${city}`.trim(), country].filter(Boolean).join(', ');
