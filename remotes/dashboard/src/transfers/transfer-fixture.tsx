import {
  type Answer,
  type Call,
  marie,
  pasteInto,
  press,
  refused,
  renderPage,
  type,
  unreachable,
} from '../../../../tests/support/ui';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useSession } from '@bank/client/session';
import { Transfer } from './transfer';

const ownIban = 'FR7699999000010127005674754';
export const moved = (): Answer => ({
  status: 201,
  body: { success: true, reference: 'TR-1', balance: 74.5 },
});
/** The same answer again, to a call with the key of an earlier one. */
export const movedBefore = (): Answer => ({
  ...moved(),
  headers: { 'Idempotent-Replayed': '2026-11-20T13:05:00Z' },
});

/** As behind the host's guard, which waits for the person. */
const Guarded = ({ children }: { children: ReactNode }) => useSession().user && children;

/** The page over a server with one response per attempt. */
export function renderWith(...tries: (() => Answer | Promise<Answer>)[]) {
  return renderOver({}, ...tries);
}

export function renderOver(
  {
    beneficiaries = [] as object[] | (() => Answer),
    recent = [] as object[],
    verified = { result: 'match' } as object,
    resolved = refused(404, 'NOT_FOUND', 'Rien') as Answer,
    offersPayments = true,
    fee = unreachable as () => Answer,
    accounts = unreachable as () => Answer | Promise<Answer>,
    beside = null as ReactNode,
  },
  ...tries: (() => Answer | Promise<Answer>)[]
) {
  const responses: Record<string, Answer> = {
    '/auth/me': { body: marie },
    '/payees/verify': { body: verified },
    '/payees/resolve': resolved,
    '/payees/recent': { body: { payees: recent } },
    '/solde': {
      body: {
        balance: { available_balance: 100, currency: 'EUR', transfer_left: 90, account_number: ownIban },
        history: [],
        services: { payments: offersPayments, top_ups: true },
      },
    },
  };
  const page = (
    <Guarded>
      {beside}
      <Transfer />
    </Guarded>
  );
  const view = renderPage(page, {
    path: '/dashboard?action=transfer',
    fetch: ({ method, path }: Call) => {
      if (path.startsWith('/payments/fee')) return fee();
      if (path === '/accounts') return accounts();
      if (path === '/beneficiaries' && method === 'GET')
        return typeof beneficiaries === 'function' ? beneficiaries() : { body: { beneficiaries } };
      const isPrepared = method === 'GET' || path.startsWith('/payees/');
      return (isPrepared && responses[path]) || (tries.shift() ?? unreachable)();
    },
  });
  /** Without the verifications and searches of payees. */
  return { ...view, sent: () => view.sent().filter(({ path }) => !path.startsWith('/payees/')) };
}

export async function review(recipient: string, amount: string) {
  await type('Destinataire', recipient);
  await type('Montant', amount);
  await press('Continuer');
}

export const payment = (stage: string) => () => ({
  status: 201,
  body: { success: true, payment: { reference: 'PAY-1', created_at: '2026-11-21T10:00:00Z', stage } },
});
export const iban = 'DE89370400440532013000';

export async function reviewIban(name = 'Zoe Kruger') {
  await press('À un IBAN');
  await pasteInto(await screen.findByLabelText('IBAN'), iban);
  await pasteInto(screen.getByLabelText('Nom du destinataire'), name);
  await pasteInto(screen.getByLabelText('Montant'), '3');
}
export const bodies = (view: ReturnType<typeof renderOver>) => view.sent().map(({ body }) => body);
