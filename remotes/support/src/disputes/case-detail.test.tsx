import { marie, pasteInto, renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { screen } from '@testing-library/react';
import { useSession } from '@bank/client/session';
import { CaseDetail } from './case-detail';

signInBeforeEach();

const at = '2026-11-26T10:00:00.000Z';
const claim = {
  id: 4,
  reference: 'DO-ABCDEFGH',
  kind: 'dispute',
  topic: 'not_me',
  label: 'Boulangerie',
  state: 'open',
  decision: null,
  amount: 20,
  currency: 'EUR',
  due_at: at,
  created_at: at,
  decided_at: null,
  can_write: true,
  entries: [{ id: 1, kind: 'opened', by: 'you', at, text: 'Je dormais.', files: [] }],
};
const decided = { ...claim, state: 'decided', decision: 'refused', decided_at: at, can_write: false };

/** As a host does, the page waits for the session. */
const Guarded = () => useSession().user && <CaseDetail id={4} />;
const open = (found: object) =>
  renderPage(<Guarded />, { fetch: ({ path }) => ({ body: path === '/auth/me' ? marie : found }) });

it('shows what was typed when the claim was decided before it was sent', async () => {
  const first = open(claim);
  await pasteInto(await screen.findByLabelText(/^Votre texte/), 'Voici la plainte');
  first.unmount();
  open(decided);
  expect(await screen.findByText(/votre texte n’y est pas.*Voici la plainte/)).toBeVisible();
  expect(screen.queryByLabelText(/^Votre texte/)).not.toBeInTheDocument();
});
