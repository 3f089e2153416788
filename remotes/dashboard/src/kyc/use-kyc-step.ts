import type { Kyc } from '@bank/contracts/kyc';
import { useSearchParams } from '@bank/client/router';
import { takesDocuments } from './kyc.api';

/** The steps, by the numbers that specification 2, section 2 gives them. */
export const kycSteps = ['personal', 'documents', 'status'] as const;
export const personalStep = 0;
export const documentsStep = 1;
export const statusStep = 2;

/**
 * The step in the URL, so that the back button leads to the one before. Without one, whoever has submitted sees how
 * far it is and the others begin; a verified person has nothing more to send.
 */
export function useKycStep(kyc: Kyc) {
  const [parameters, setParameters] = useSearchParams();
  const wanted = Number(parameters.get('step') ?? NaN);
  const usual = kyc.submitted_at ? statusStep : personalStep;
  const step = wanted in kycSteps ? wanted : usual;
  return {
    step: takesDocuments(kyc) ? step : statusStep,
    goTo: (next: number, options?: { replace: boolean }) => setParameters({ step: String(next) }, options),
  };
}
