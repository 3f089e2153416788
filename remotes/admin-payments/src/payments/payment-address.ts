import { useSearchParams } from '@bank/client/router';

export type Decision = 'approve' | 'reject';

const names = { payment: 'payment', action: 'action' } as const;
const decisions: readonly string[] = ['approve', 'reject'] satisfies Decision[];

/**
 * The open payment and decision, kept in the URL as `?payment=12&action=approve` beside the filters, so that they
 * survive a reload and a visit to the settings.
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
    /** Replaces what is open by another payment or step. */
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
