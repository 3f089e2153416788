import { marie, pasteInto, renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { useSession } from '@bank/client/session';
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
