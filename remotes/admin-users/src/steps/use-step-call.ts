import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useIsShown } from '@bank/client/use-is-shown';
import { type ToastMessage, useToast } from '@bank/ui/toast';

interface StepCallOptions<Answer> {
  /** The name of the form's draft, beside which the key of the call is kept. */
  draft?: string;
  /** Shows what the server answered. */
  known: (answer: Answer) => void;
  /** Reads again what is shown, after a failure: a colleague may have been faster. */
  refresh?: (error: unknown) => unknown;
  onClose: () => void;
}

/** Sends a form that replaces a button (`StepForm`), shows what came of it in a toast, and closes the form. */
export function useStepCall<Answer>({ draft, known, refresh, onClose }: StepCallOptions<Answer>) {
  const { show } = useToast();
  const isShown = useIsShown();
  const intent = useIdempotencyKey(draft);
  return async <Request>(
    request: Request,
    call: (request: Request, key: string) => Promise<Answer>,
    done: string | ((answer: Answer) => ToastMessage),
  ) => {
    const key = intent.keyFor(request);
    const answer = await call(request, key).catch((error: unknown) => {
      void refresh?.(error);
      throw error;
    });
    intent.done(key);
    const isOpen = isShown();
    known(answer);
    show(typeof done === 'string' ? { type: 'success', message: done } : done(answer));
    if (isOpen) onClose();
  };
}
