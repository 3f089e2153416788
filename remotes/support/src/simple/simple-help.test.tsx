import { type Answer, marie, press, renderPage, signInBeforeEach, type } from '../../../../tests/support/ui';
import { act, screen, waitFor } from '@testing-library/react';
import { Link, Route, Routes } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { SimpleHelp } from './simple-help';

signInBeforeEach();

const Guarded = () => useSession().user && <SimpleHelp />;

/** The page of help beside another one, over a server that answers when the test lets it. */
function open() {
  const answers: ((answer: Answer) => void)[] = [];
  const view = renderPage(
    <>
      <Link to="/elsewhere">Ailleurs</Link>
      <Link to="/help?step=write">Écrire</Link>
      <Routes>
        <Route path="/help" element={<Guarded />} />
        <Route path="/elsewhere" element={<p>Une autre page</p>} />
      </Routes>
    </>,
    {
      path: '/help?step=write',
      fetch: ({ path }) =>
        path === '/auth/me' ? { body: marie } : new Promise<Answer>((resolve) => answers.push(resolve)),
    },
  );
  const arrive = async (at: number) => {
    await waitFor(() => expect(answers[at]).toBeDefined());
    await act(async () => answers[at]?.({ status: 201, body: { ticketId: `T-${at}` } }));
  };
  const go = async (name: string) => act(async () => screen.getByRole('link', { name }).click());
  return { ...view, arrive, go };
}
const message = () => screen.findByLabelText('Votre message');

it('shows the reference of what was sent', async () => {
  const { arrive } = open();
  await type('Votre message', 'Bonjour');
  await press('Envoyer le message');
  await arrive(0);
  expect(await screen.findByText(/^Référence\s: T-0$/)).toBeInTheDocument();
});

it('keeps what was typed while the message before was being sent', async () => {
  const { arrive, sent } = open();
  await type('Votre message', 'Bonjour');
  await press('Envoyer le message');
  await type('Votre message', ' encore');
  await arrive(0);
  expect(await screen.findByText(/^Votre message est arrivé\. Référence\s: T-0$/)).toBeInTheDocument();
  expect(await message()).toHaveValue('Bonjour encore');
  expect(sent().map(({ body }) => (body as { message: string }).message)).toEqual(['Bonjour']);
});

it('leads nowhere once the page was left, and sends the same message once', async () => {
  const { arrive, go, place, sent } = open();
  await type('Votre message', 'Bonjour');
  await press('Envoyer le message');
  await go('Ailleurs');
  await go('Écrire');
  expect(await message()).toHaveValue('Bonjour');
  await go('Ailleurs');
  await arrive(0);
  expect(screen.getByText('Une autre page')).toBeInTheDocument();
  expect(place()).toBe('/elsewhere');
  await go('Écrire');
  expect(await message()).toHaveValue('');
  await type('Votre message', 'Bonjour');
  await press('Envoyer le message');
  const [first, again] = sent().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(again).toBe(first);
});
