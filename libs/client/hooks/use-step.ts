// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { useLocation, useNavigate, useSearchParams } from '@bank/client/router';

const name = 'step';

/**
 * The question of a flow with one question a page. Its name, and nothing of what was answered, is in the address: the
 * browser's way back leads to the question before, and a reload asks the same one. The first question has no name.
 */
export function useStep<Step extends string>(steps: readonly Step[]) {
  const [parameters, setParameters] = useSearchParams();
  const navigate = useNavigate();
  const isFirstPage = useLocation().key === 'default';
  const written = parameters.get(name);
  const go = (step: Step | undefined, { replace = false } = {}) =>
    setParameters(step === undefined ? {} : { [name]: step }, { replace });
  return {
    step: steps.find((step) => step === written),
    go,
    /** To the question before; to the first one where the flow was opened in the middle. */
    back: () => (isFirstPage ? go(undefined, { replace: true }) : void navigate(-1)),
  };
}
