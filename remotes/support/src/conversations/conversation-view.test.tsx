import { press, refused, renderPage, signInBeforeEach, type } from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
import { ConversationView } from './conversation-view';

signInBeforeEach();

const staff = { id: 5, role: 'admin', first_name: 'Camille', last_name: 'Duval', staff_roles: ['support'] };
const live = {
  id: 8,
  state: 'live',
  customer: { id: 12, name: 'Zoé Martin' },
  visitor: null,
  language: 'fr',
  staff: { id: 5, name: 'Camille' },
  lines: [],
  before: [],
  ticket: null,
  created_at: '2026-11-26T10:00:00.000Z',
};
const ticket = { id: 7, reference: 'BPCS-ABCDEFGH' };

it.each([
  [/^Clore/, { ...live, state: 'ended' }, 'Conversation terminée.'],
  [/^Continuer par e-mail/, { ...live, state: 'ended', ticket }, /BPCS-ABCDEFGH/],
])('by %s the focus goes to what became of the conversation', async (action, ended, outcome) => {
  renderPage(<ConversationView id={8} />, {
    fetch: ({ path, method }) => {
      if (path === '/auth/me') return { body: staff };
      return { body: method === 'POST' ? ended : live };
    },
  });
  await press(action);
  const result = await screen.findByText(outcome);
  await waitFor(() => expect(document.activeElement).toContainElement(result));
  expect(document.body).not.toHaveFocus();
});

it('that ends while an answer is typed keeps its words', async () => {
  renderPage(<ConversationView id={8} />, {
    fetch: ({ path, method }) => {
      if (path === '/auth/me') return { body: staff };
      return { body: method === 'POST' ? { ...live, state: 'ended' } : live };
    },
  });
  await type(/^Votre message au client/, 'Elle arrive');
  await press(/^Clore/);
  expect(await screen.findByText(/n’est pas parti.*Elle arrive/)).toBeVisible();
});

it('that ended before an answer came shows so, and keeps its words', async () => {
  let isEnded = false;
  renderPage(<ConversationView id={8} />, {
    fetch: ({ path, method }) => {
      if (path === '/auth/me') return { body: staff };
      if (method === 'GET') return { body: isEnded ? { ...live, state: 'ended' } : live };
      isEnded = true;
      return refused(409, 'CONVERSATION_ENDED', 'Cette conversation est terminée.');
    },
  });
  await type(/^Votre message au client/, 'Elle arrive');
  await press('Répondre au client');
  expect(await screen.findByText(/n’est pas parti.*Elle arrive/)).toBeVisible();
});

it('that a colleague took first is named so, with the focus', async () => {
  const waiting = { ...live, state: 'waiting', staff: null };
  let isTaken = false;
  renderPage(<ConversationView id={8} />, {
    fetch: ({ path, method }) => {
      if (path === '/auth/me') return { body: { ...staff, id: 6 } };
      if (method === 'GET') return { body: isTaken ? live : waiting };
      isTaken = true;
      return refused(409, 'WORK_TAKEN', 'Un collègue s’en occupe.');
    },
  });
  await press('Prendre en direct');
  const holder = await screen.findByText('Camille répond à cette conversation.');
  await waitFor(() => expect(holder).toHaveFocus());
});

it('that is taken has the focus on the answer to write', async () => {
  renderPage(<ConversationView id={8} />, {
    fetch: ({ path, method }) => {
      if (path === '/auth/me') return { body: staff };
      return { body: method === 'POST' ? live : { ...live, state: 'waiting', staff: null } };
    },
  });
  await press('Prendre en direct');
  const field = await screen.findByLabelText(/^Votre message au client/);
  await waitFor(() => expect(document.activeElement).toContainElement(field));
  expect(document.body).not.toHaveFocus();
});

it('that gets an empty message has the focus on the field', async () => {
  renderPage(<ConversationView id={8} />, {
    fetch: ({ path }) => ({ body: path === '/auth/me' ? staff : live }),
  });
  await press('Répondre au client');
  const field = await screen.findByLabelText(/^Votre message au client/);
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toBeInvalid();
});
