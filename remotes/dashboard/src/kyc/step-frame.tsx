import type { ReactNode } from 'react';
import { Stack } from '@bank/ui/layout';
import { StepIndicator } from '@bank/ui/step-indicator';
import { StepTitle } from '@bank/ui/step-title';
import { useKycTexts } from './texts';
import styles from './kyc-form.module.css';
import { kycSteps } from './use-kyc-step';

interface StepFrameProps {
  step: number;
  /** The previous step was another one. */
  takeFocus: boolean;
  children: ReactNode;
}

export function StepFrame({ step, takeFocus, children }: StepFrameProps) {
  const { t } = useKycTexts();
  return (
    <Stack className={styles.step}>
      <StepIndicator names={kycSteps.map((name) => t(`kyc.step_${name}`))} step={step} />
      <StepTitle key={step} title={t(`kyc.${kycSteps[step] ?? 'status'}_title`)} takeFocus={takeFocus} />
      {children}
    </Stack>
  );
}
