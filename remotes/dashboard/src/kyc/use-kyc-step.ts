import type { Kyc } from '@bank/contracts/kyc';
import { useSearchParams } from '@bank/client/router';
import { acceptsDocuments } from './kyc.api';

/** The steps and their numbers (specification 2, section 2). */
export const kycSteps = ['personal', 'documents', 'status'] as const;
export const personalStep = 0;
export const documentsStep = 1;
export const statusStep = 2;

/**
 * The step in the URL, so that the back button returns to the previous one. The default is the status after a
 * submission, else the first step; a verified person sees the status only.
 */
export function useKycStep(kyc: Kyc) {
  const [parameters, setParameters] = useSearchParams();
  const wanted = Number(parameters.get('step') ?? NaN);
  const defaultStep = kyc.submitted_at ? statusStep : personalStep;
  const step = wanted in kycSteps ? wanted : defaultStep;
  return {
    step: acceptsDocuments(kyc) ? step : statusStep,
    goTo: (next: number, options?: { replace: boolean }) => setParameters({ step: String(next) }, options),
  };
}
