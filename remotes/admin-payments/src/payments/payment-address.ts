import { useSearchParams } from '@bank/client/router';

export type Decision = 'approve' | 'reject';

const names = { payment: 'payment', action: 'action' } as const;
const decisions: readonly string[] = ['approve', 'reject'] satisfies Decision[];

/**
 * Which payment is open and what is being decided of it, kept in the URL as `?payment=12&action=approve` beside the
 * filters: a reload or a way through the settings leads back there, and the back button closes it.
 */
export function usePaymentAddress() {
  const [parameters, setParameters] = useSearchParams();
  const payment = parameters.get(names.payment) ?? '';
  const action = parameters.get(names.action) ?? '';
  const write = (open: number | undefined, decision: Decision | undefined, replace: boolean) =>
    setParameters((previous) => addressed(previous, open, decision), { replace });
  return {
    open: /^[1-9]\d{0,14}$/.test(payment) ? Number(payment) : undefined,
    decision: decisions.includes(action) ? (action as Decision) : undefined,
    addressOf: (id: number, decision?: Decision) => ({ search: `?${addressed(parameters, id, decision)}` }),
    show: (id: number, decision?: Decision) => write(id, decision, false),
    /** Another payment, or another step of this one, in the place of what is open. */
    turnTo: (id: number, decision?: Decision) => write(id, decision, true),
    close: () => write(undefined, undefined, true),
  };
}

export type PaymentAddress = ReturnType<typeof usePaymentAddress>;

function addressed(parameters: URLSearchParams, open: number | undefined, decision: Decision | undefined) {
  const next = new URLSearchParams(parameters);
  const values = { [names.payment]: open, [names.action]: decision };
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}
