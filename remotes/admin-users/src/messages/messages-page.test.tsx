import { type Answer, pasteInto, press, renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { screen } from '@testing-library/react';
import { useSession } from '@bank/client/session';
import { MessagesPage } from './messages-page';

signInBeforeEach();

/** As a host does, the page waits for the session. */
const Guarded = () => useSession().user && <MessagesPage />;

const open = (count: () => Answer = () => ({ body: { count: 3, estimated: false } })) =>
  renderPage(<Guarded />, {
    path: '/admin/messages',
    fetch: ({ path, method }) => {
      if (path === '/auth/me') return { body: { id: 1, role: 'admin' } };
      if (path.endsWith('/count')) return count();
      if (method === 'POST') return { status: 202, body: { awaiting: 'second_approval' } };
      const pagination = { page: 1, limit: 20, total: 0, pages: 1 };
      return { body: { messages: [], pagination, channels: ['email'] } };
    },
  });
const title = () => screen.findByLabelText(/^Titre en français/);

async function write() {
  await press('Écrire un message');
  for (const [label, words] of [
    [/^Titre en français/, 'Du nouveau'],
    [/^Texte en français/, 'Bonjour.'],
    [/^Titre en anglais/, 'News'],
    [/^Texte en anglais/, 'Hello.'],
  ] as const) {
    await pasteInto(await screen.findByLabelText(label), words);
  }
  await press('Voir l’aperçu');
}

it('counts the customers again when that failed', async () => {
  let isDown = true;
  open(() => (isDown ? { status: 429 } : { body: { count: 3, estimated: false } }));
  await write();
  expect(await screen.findByText('Le nombre de clients n’a pas pu être compté.')).toBeVisible();
  isDown = false;
  await press('Réessayer');
  expect(await screen.findByText('3 clients le recevraient en ce moment.')).toBeVisible();
  sessionStorage.clear();
});

it('keeps what is written until it is sent, also in its preview', async () => {
  const first = open();
  await write();
  expect(await screen.findByText('3 clients le recevraient en ce moment.')).toBeVisible();
  first.unmount();

  open();
  await press('Écrire un message');
  expect(await title()).toHaveValue('Du nouveau');
  await press('Voir l’aperçu');
  await press('Demander l’approbation');
  await press('Écrire un message');
  expect(await title()).toHaveValue('');
});
