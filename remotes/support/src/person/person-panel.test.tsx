import {
  marie,
  pasteInto,
  press,
  refused,
  renderPage,
  signInBeforeEach,
  unreachable,
} from '../../../../tests/support/ui';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { useSession } from '@bank/client/session';
import { setLanguage } from '@bank/i18n/language';
import type { OwnConversation } from '@bank/contracts/conversations';
import { PersonPanel } from './person-panel';

signInBeforeEach();

const conversation: OwnConversation = {
  id: 8,
  state: 'live',
  created_at: '2026-11-26T10:00:00.000Z',
  answer_until: null,
  staff: 'Camille',
  ticket: null,
  lines: [],
};
const nothing = () => undefined;

/** As a host does, the panel waits for the session. */
function Panel({ found }: { found: OwnConversation }) {
  const asking = { isError: false, isPending: false } as never;
  const handOver = { isShown: true, ask: nothing, asking, conversation: found, hide: nothing };
  return useSession().user && <PersonPanel handOver={handOver} onNavigate={nothing} />;
}

function Talking() {
  const [found, setFound] = useState(conversation);
  return (
    <>
      <Panel found={found} />
      <button onClick={() => setFound({ ...conversation, state: 'ended' })}>End</button>
    </>
  );
}

it('keeps the words that were typed when the conversation ended, with the focus on how', async () => {
  renderPage(<Talking />, { fetch: () => ({ body: marie }) });
  await pasteInto(await screen.findByRole('textbox'), 'Encore une question');
  // Without the focus, as if a colleague of the bank did.
  fireEvent.click(screen.getByRole('button', { name: 'End' }));
  expect(screen.getByText(/n’est pas parti.*Encore une question/)).toBeVisible();
  expect(document.activeElement).toHaveTextContent('La conversation est terminée.');
});

it('keeps each message that did not go until it does, under its key, whatever is written meanwhile', async () => {
  let isDown = true;
  const { sent } = renderPage(<Talking />, {
    fetch: ({ path, method }) => {
      if (path === '/auth/me') return { body: marie };
      return isDown && method === 'POST' ? unreachable() : { body: conversation };
    },
  });
  const write = async (text: string) => {
    await pasteInto(await screen.findByRole('textbox'), text);
    await press('Envoyer');
  };
  const unsent = (text: string) => screen.queryByText(new RegExp(`n’est pas parti.*${text}`));
  await write('Une question');
  await waitFor(() => expect(unsent('Une question')).toBeVisible());
  await write('Une autre');
  await waitFor(() => expect(unsent('Une autre')).toBeVisible());
  expect(unsent('Une question')).toBeVisible();
  isDown = false;
  fireEvent.click(screen.getAllByRole('button', { name: 'Réessayer' })[0]!);
  await waitFor(() => expect(unsent('Une question')).toBeNull());
  expect(unsent('Une autre')).toBeVisible();
  const keyOf = (text: string) =>
    sent()
      .filter(({ body }) => (body as { text?: string }).text === text)
      .map(({ headers }) => headers.get('Idempotency-Key'));
  expect(new Set(keyOf('Une question')).size).toBe(1);
  expect(keyOf('Une autre')).not.toContain(keyOf('Une question')[0]);
  // Once it is over the words stay, to be copied.
  fireEvent.click(screen.getByRole('button', { name: 'End' }));
  expect(unsent('Une autre')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull();
});

it('words a message that did not go, and the server’s reason, in the language that is chosen afterwards', async () => {
  const reason = refused(422, 'INSUFFICIENT_FUNDS', 'Le solde ne permet pas cette opération.');
  renderPage(<Talking />, {
    fetch: ({ path, method }) => {
      if (path === '/auth/me') return { body: marie };
      return method === 'POST' ? reason : { body: conversation };
    },
  });
  await pasteInto(await screen.findByRole('textbox'), 'Une question');
  await press('Envoyer');
  await screen.findByText(/n’est pas parti.*Une question.*Le solde/);
  act(() => setLanguage('en'));
  expect(await screen.findByText(/was not sent.*Une question.*The balance does not allow/)).toBeVisible();
  act(() => setLanguage('fr'));
});
