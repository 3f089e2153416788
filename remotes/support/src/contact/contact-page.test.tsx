import { type Answer, pasteInto, renderPage, type Server, unreachable } from '../../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@bank/contracts/users';
import { config } from '@bank/client/config';
import { clearTokens, writeTokens } from '@bank/client/tokens';
import { setLanguage } from '@bank/i18n/language';
import { saveTranscript } from '../chat/transcript';
import { ContactPage } from './contact-page';
import { clearVisitorDraft } from './visitor-draft';

// Replaces XMLHttpRequest by the fake server's `fetch`.
jest.mock('@bank/client/fetch-with-progress', () => ({
  fetchWithProgress: (url: string, init: RequestInit) => fetch(url, init),
}));

const marie: User = {
  id: 2,
  email: 'marie@bankpcs.example',
  username: 'marie',
  first_name: 'Marie',
  last_name: 'Durand',
  phone: null,
  role: 'user',
  status: 'active',
  kyc_status: 'approved',
  kyc_submitted_at: null,
  created_at: '2026-01-01T00:00:00Z',
};
const received: Server = () => ({ status: 201, body: { ticketId: 'TK-42' } });

let person = userEvent.setup();
beforeEach(() => {
  person = userEvent.setup();
  let made = 0;
  Object.defineProperty(crypto, 'randomUUID', { configurable: true, value: () => `key-${++made}` });
});
afterEach(() => {
  jest.useRealTimers();
  act(() => setLanguage('fr'));
  delete config.support_phone;
  clearVisitorDraft();
  localStorage.clear();
  sessionStorage.clear();
});

const field = (name: string) => screen.getByRole('textbox', { name });
const press = (name: string) => person.click(screen.getByRole('button', { name }));
const title = () => screen.getByRole('heading', { level: 2, name: /Qui|De quoi|Votre message/ }).textContent;

async function fillPerson() {
  await pasteInto(field('Prénom'), 'Zoé', person);
  await pasteInto(field('Nom'), 'Le Goff', person);
  await pasteInto(field('Adresse e-mail'), 'zoe@exemple.fr', person);
  await press('Continuer');
}
async function fillCategory() {
  await person.selectOptions(await screen.findByRole('combobox', { name: 'Catégorie' }), 'cards');
  await press('Continuer');
}
async function fillMessage() {
  await pasteInto(await screen.findByRole('textbox', { name: 'Sujet' }), 'Carte', person);
  await pasteInto(field('Message'), 'Bonjour', person);
}
async function fillAll() {
  await fillPerson();
  await fillCategory();
  await fillMessage();
}

it('shows a telephone line only where there is a number to call', () => {
  const line = () => screen.queryByText('Ligne téléphonique');
  const { unmount } = renderPage(<ContactPage />, { path: '/contact' });
  expect(screen.getByText('24h/7j')).toBeVisible();
  expect(line()).toBeNull();
  unmount();
  Object.assign(config, { support_phone: '01 99 00 17 17' });
  renderPage(<ContactPage />, { path: '/contact' });
  expect(line()).toBeVisible();
  expect(screen.getByText('Du lundi au vendredi, 9h-18h')).toBeVisible();
  const number = screen.getByRole('link', { name: '01 99 00 17 17' });
  expect(number).toHaveAttribute('href', 'tel:0199001717');
});

it('goes through the steps and sends the message once, with a key', async () => {
  const { calls } = renderPage(<ContactPage />, { path: '/contact', fetch: received });
  await fillAll();
  await press('Envoyer le message');
  expect(await screen.findByText('Message envoyé avec succès ! Référence: TK-42')).toBeVisible();
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({ method: 'POST', path: '/contact' });
  expect(calls[0]?.headers.get('Idempotency-Key')).toBe('key-1');
  expect(calls[0]?.body).toEqual({
    firstName: 'Zoé',
    lastName: 'Le Goff',
    email: 'zoe@exemple.fr',
    category: 'cards',
    priority: 'normal',
    subject: 'Carte',
    message: 'Bonjour',
    attachments: [],
  });
  expect(screen.getByRole('heading', { name: 'Votre message est arrivé' })).toHaveFocus();
  expect(screen.getByText(/Réponse sous 24/)).toBeVisible();
  expect(
    within(screen.getByRole('list', { name: 'Étapes' })).getByText('Envoyé').parentElement,
  ).toHaveAttribute('aria-current', 'step');
});

it('starts again three seconds after the success, with another key, and still shows the reference', async () => {
  const { calls } = renderPage(<ContactPage />, { path: '/contact', fetch: received });
  await fillAll();
  jest.useFakeTimers();
  person = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  await press('Envoyer le message');
  await waitFor(() => expect(screen.getByText(/Votre message est arrivé/)).toBeVisible());
  act(() => jest.advanceTimersByTime(2900));
  expect(screen.queryByRole('textbox')).toBeNull();
  act(() => jest.advanceTimersByTime(200));
  expect(field('Prénom')).toHaveValue('');
  expect(screen.getByRole('heading', { name: /Qui êtes-vous/ })).toHaveFocus();
  expect(screen.getByText(/Gardez sa référence/)).toHaveTextContent('TK-42');
  jest.useRealTimers();
  person = userEvent.setup();
  await fillAll();
  await press('Envoyer le message');
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.headers.get('Idempotency-Key')).not.toBe('key-1');
});

it('requires the fields of each step, with the specified errors', async () => {
  const { calls } = renderPage(<ContactPage />, { path: '/contact' });
  await press('Continuer');
  const summary = await screen.findByRole('alert');
  expect(summary).toHaveTextContent('Veuillez remplir tous les champs obligatoires');
  expect(summary).toHaveFocus();
  expect(within(summary).getAllByRole('link')).toHaveLength(3);
  expect(field('Prénom')).toBeInvalid();
  await pasteInto(field('Prénom'), 'Z', person);
  expect(field('Prénom')).toBeValid();
  await pasteInto(field('Nom'), 'L', person);
  await pasteInto(field('Adresse e-mail'), 'pas une adresse', person);
  await press('Continuer');
  expect(await screen.findByText('Cette adresse e-mail n’est pas valable.')).toBeVisible();
  expect(screen.getByRole('alert')).not.toHaveTextContent('Veuillez remplir');
  await person.clear(field('Adresse e-mail'));
  await pasteInto(field('Adresse e-mail'), 'z@exemple.fr', person);
  await press('Continuer');
  await waitFor(() => expect(title()).toMatch(/^De quoi/));
  await press('Continuer');
  expect(await screen.findByRole('alert')).toHaveTextContent(/Veuillez remplir.*Catégorie/);
  await fillCategory();
  await screen.findByRole('textbox', { name: 'Sujet' });
  await pasteInto(field('Message'), '   ', person);
  await press('Envoyer le message');
  expect(await screen.findByRole('alert')).toHaveTextContent(/Veuillez remplir.*Sujet.*Message/);
  expect(calls).toEqual([]);
});

it('accepts a message of less than ten characters, since the hint is no rule', async () => {
  const { calls } = renderPage(<ContactPage />, { path: '/contact', fetch: received });
  await fillAll();
  expect(screen.getByText(/Au moins 10 caractères/)).toBeVisible();
  await press('Envoyer le message');
  await waitFor(() => expect(calls).toHaveLength(1));
});

it('shows the response time by priority', async () => {
  renderPage(<ContactPage />, { path: '/contact' });
  await fillPerson();
  const priority = await screen.findByRole('group', { name: 'Priorité' });
  const words = within(priority)
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.textContent?.replace(/\s/g, ' '));
  expect(words).toEqual([
    'BasseRéponse sous 72 h',
    'NormaleRéponse sous 24 h',
    'HauteRéponse sous 4 h',
    'UrgenteRéponse sous 1 h',
  ]);
  expect(within(priority).getByRole('radio', { name: /Normale/ })).toBeChecked();
  await person.click(within(priority).getByRole('radio', { name: /Urgente/ }));
  expect(screen.getByRole('link', { name: 'Voir mes cartes' })).toHaveAttribute('href', '/dashboard/cards');
});

it('keeps the typed values when going back and forth', async () => {
  renderPage(<ContactPage />, { path: '/contact' });
  await fillAll();
  await press('Retour');
  expect(screen.getByRole('combobox', { name: 'Catégorie' })).toHaveValue('cards');
  await press('Retour');
  expect(screen.getByRole('heading', { name: /Qui êtes-vous/ })).toHaveFocus();
  expect(field('Nom')).toHaveValue('Le Goff');
  await press('Continuer');
  await press('Continuer');
  expect(await screen.findByRole('textbox', { name: 'Message' })).toHaveValue('Bonjour');
});

it('keeps a visitor’s draft during a visit to the FAQ, and drops it once it is sent', async () => {
  const first = renderPage(<ContactPage />, { path: '/contact', fetch: received });
  await fillAll();
  first.unmount();
  const second = renderPage(<ContactPage />, { path: '/contact', fetch: received });
  expect(field('Prénom')).toHaveValue('Zoé');
  await press('Continuer');
  await press('Continuer');
  expect(await screen.findByRole('textbox', { name: 'Message' })).toHaveValue('Bonjour');
  await press('Envoyer le message');
  await screen.findByText('Votre message est arrivé');
  second.unmount();
  renderPage(<ContactPage />, { path: '/contact' });
  expect(field('Prénom')).toHaveValue('');
});

it('keeps a visitor’s files during a visit to the FAQ, and sends them', async () => {
  const server: Server = (call) =>
    call.path === '/contact/attachments'
      ? { status: 201, body: { id: '1'.repeat(32), name: 'facture.pdf', size: 9 } }
      : received(call);
  const first = renderPage(<ContactPage />, { path: '/contact', fetch: server });
  await fillAll();
  const file = new File(['%PDF-1.7'], 'facture.pdf', { type: 'application/pdf' });
  await person.upload(screen.getByLabelText(/Joindre des fichiers/), file);
  await screen.findByRole('button', { name: 'Retirer facture.pdf' });
  first.unmount();
  const second = renderPage(<ContactPage />, { path: '/contact', fetch: server });
  await press('Continuer');
  await press('Continuer');
  expect(await screen.findByRole('button', { name: 'Retirer facture.pdf' })).toBeVisible();
  await press('Envoyer le message');
  await screen.findByText('Votre message est arrivé');
  expect(second.calls.at(-1)?.body).toMatchObject({ attachments: ['1'.repeat(32)] });
  second.unmount();
  const third = renderPage(<ContactPage />, { path: '/contact', fetch: server });
  await fillAll();
  expect(screen.queryByText('facture.pdf')).toBeNull();
  await press('Envoyer le message');
  await screen.findByText('Votre message est arrivé');
  expect(third.calls.at(-1)?.body).toMatchObject({ attachments: [] });
});

it('leaves nothing of a visitor to the next one after a sign-in', async () => {
  const server: Server = (call) =>
    call.path === '/contact/attachments'
      ? { status: 201, body: { id: '1'.repeat(32), name: 'facture.pdf', size: 9 } }
      : received(call);
  const first = renderPage(<ContactPage />, { path: '/contact', fetch: server });
  await fillAll();
  const file = new File(['%PDF-1.7'], 'facture.pdf', { type: 'application/pdf' });
  await person.upload(screen.getByLabelText(/Joindre des fichiers/), file);
  await screen.findByRole('button', { name: 'Retirer facture.pdf' });
  first.unmount();
  // Elsewhere in this tab, without a look at this page.
  writeTokens({ access_token: 'access', refresh_token: 'refresh' });
  clearTokens();
  renderPage(<ContactPage />, { path: '/contact', fetch: server });
  expect(field('Prénom')).toHaveValue('');
  await fillAll();
  expect(screen.queryByText('facture.pdf')).toBeNull();
});

it('continues an upload that was under way when a visitor left the form', async () => {
  const waiting: ((answer: Answer) => void)[] = [];
  const server: Server = (call) =>
    call.path === '/contact/attachments' ? new Promise((resolve) => waiting.push(resolve)) : received(call);
  const first = renderPage(<ContactPage />, { path: '/contact', fetch: server });
  await fillAll();
  const chosen = ['un.pdf', 'deux.pdf'].map((name) => new File(['x'], name, { type: 'application/pdf' }));
  await person.upload(screen.getByLabelText(/Joindre des fichiers/), chosen);
  first.unmount();
  const second = renderPage(<ContactPage />, { path: '/contact', fetch: server });
  await press('Continuer');
  await press('Continuer');
  expect(await screen.findByRole('progressbar', { name: 'Part envoyée' })).toBeVisible();
  for (const [at, { name }] of chosen.entries()) {
    await act(async () => waiting[at]?.({ status: 201, body: { id: String(at).repeat(32), name, size: 9 } }));
    expect(await screen.findByRole('button', { name: `Retirer ${name}` })).toBeVisible();
  }
  await press('Envoyer le message');
  await screen.findByText('Votre message est arrivé');
  expect(second.calls.at(-1)?.body).toMatchObject({ attachments: ['0'.repeat(32), '1'.repeat(32)] });
});

it('fills in the signed-in user, and keeps their draft', async () => {
  localStorage.setItem('access_token', 'a');
  localStorage.setItem('refresh_token', 'r');
  const server: Server = ({ path }) =>
    path === '/auth/me' ? { body: marie } : { status: 201, body: { ticketId: 'TK-7' } };
  const first = renderPage(<ContactPage />, { path: '/contact', fetch: server });
  expect(await screen.findByRole('textbox', { name: 'Prénom' })).toHaveValue('Marie');
  expect(field('Nom')).toHaveValue('Durand');
  expect(field('Adresse e-mail')).toHaveValue('marie@bankpcs.example');
  await press('Continuer');
  await fillCategory();
  await fillMessage();
  first.unmount();
  renderPage(<ContactPage />, { path: '/contact', fetch: server });
  await screen.findByRole('textbox', { name: 'Prénom' });
  await press('Continuer');
  expect(await screen.findByRole('combobox', { name: 'Catégorie' })).toHaveValue('cards');
  await press('Continuer');
  expect(await screen.findByRole('textbox', { name: 'Sujet' })).toHaveValue('Carte');
});

it('shows the server’s error, keeps every value, and retries with the same key', async () => {
  let refuse = true;
  const server: Server = () =>
    refuse
      ? { status: 503, body: { error: 'Le service est indisponible.', code: 'UNAVAILABLE', request_id: 'r' } }
      : { status: 201, body: { ticketId: 'TK-9' } };
  const { calls } = renderPage(<ContactPage />, { path: '/contact', fetch: server });
  await fillAll();
  await press('Envoyer le message');
  expect(await screen.findByText('Erreur : Le service est indisponible.')).toBeVisible();
  expect(field('Message')).toHaveValue('Bonjour');
  refuse = false;
  await press('Envoyer le message');
  expect(await screen.findByText('Message envoyé avec succès ! Référence: TK-9')).toBeVisible();
  expect(calls.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['key-1', 'key-1']);
});

it.each([
  ['a visitor', unreachable],
  ['a customer', ({ path }: { path: string }) => (path === '/auth/me' ? { body: marie } : unreachable())],
] as [string, Server][])(
  'sends the message of %s under its key again after the form was left',
  async (who, server) => {
    const isCustomer = who === 'a customer';
    if (isCustomer) {
      localStorage.setItem('access_token', 'a');
      localStorage.setItem('refresh_token', 'r');
    }
    const sendAgain = async (view: ReturnType<typeof renderPage>) => {
      const sent = () => view.calls.filter(({ path }) => path === '/contact');
      await press('Envoyer le message');
      await waitFor(() => expect(sent()).toHaveLength(1));
      await screen.findByText("Erreur : Erreur lors de l'envoi");
      view.unmount();
      return sent()[0]?.headers.get('Idempotency-Key');
    };
    const first = renderPage(<ContactPage />, { path: '/contact', fetch: server });
    await screen.findByRole('textbox', { name: 'Prénom' });
    if (isCustomer) await screen.findByDisplayValue('Marie');
    else await fillPerson();
    if (isCustomer) await press('Continuer');
    await fillCategory();
    await fillMessage();
    const before = await sendAgain(first);
    const second = renderPage(<ContactPage />, { path: '/contact', fetch: server });
    await screen.findByDisplayValue(isCustomer ? 'Marie' : 'Zoé');
    await press('Continuer');
    await screen.findByRole('combobox', { name: 'Catégorie' });
    await press('Continuer');
    await screen.findByDisplayValue('Bonjour');
    expect(await sendAgain(second)).toBe(before);
  },
);

it('shows its own message when the server cannot be reached', async () => {
  renderPage(<ContactPage />, { path: '/contact' });
  await fillAll();
  await press('Envoyer le message');
  expect(await screen.findByText("Erreur : Erreur lors de l'envoi")).toBeVisible();
});

it('takes JSON without a reference for a failure', async () => {
  renderPage(<ContactPage />, { path: '/contact', fetch: () => ({ body: {} }) });
  await fillAll();
  await press('Envoyer le message');
  expect(await screen.findByText("Erreur : Erreur lors de l'envoi")).toBeVisible();
  expect(field('Message')).toHaveValue('Bonjour');
});

it('uses another key when an earlier attempt arrived with another text', async () => {
  const refusal = {
    status: 422,
    body: { error: 'Déjà envoyée.', code: 'IDEMPOTENCY_KEY_REUSED', request_id: 'r' },
  };
  const { calls } = renderPage(<ContactPage />, { path: '/contact', fetch: () => refusal });
  await fillAll();
  await press('Envoyer le message');
  await screen.findByText('Erreur : Déjà envoyée.');
  await press('Envoyer le message');
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.headers.get('Idempotency-Key')).toBe('key-2');
});

it('goes back to the step of a field that the server refused', async () => {
  const fields = { email: 'Cette adresse e-mail n’est pas valable.' };
  const refusal = {
    status: 422,
    body: { error: 'À corriger.', code: 'INVALID_FIELDS', fields, request_id: 'r' },
  };
  renderPage(<ContactPage />, { path: '/contact', fetch: () => refusal });
  await fillAll();
  await press('Envoyer le message');
  await waitFor(() => expect(title()).toMatch(/^Qui/));
  expect(field('Adresse e-mail')).toBeInvalid();
  expect(screen.getByRole('link', { name: 'Adresse e-mail' })).toBeVisible();
});

it('links to the FAQ, and shows the hours', () => {
  renderPage(<ContactPage />, { path: '/contact' });
  const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(targets).toEqual([
    '/faq',
    '/faq?category=account',
    '/faq?category=cards',
    '/faq?category=transactions',
  ]);
});

it('sends the ids of its files, and the conversation only if the person attaches it', async () => {
  const lines = [{ type: 'user' as const, content: 'Ma carte ?', timestamp: '2026-11-21T10:00:00.000Z' }];
  const server: Server = ({ path }) =>
    path === '/contact/attachments'
      ? { status: 201, body: { id: '1'.repeat(32), name: 'facture.pdf', size: 9 } }
      : { status: 201, body: { ticketId: 'TK-42' } };
  const { calls } = renderPage(<ContactPage />, { path: '/contact', fetch: server });
  await fillAll();
  expect(screen.queryByRole('checkbox', { name: /Joindre ma conversation/ })).toBeNull();
  act(() => saveTranscript(lines));
  const picker = screen.getByLabelText(/Joindre des fichiers/);
  await person.upload(picker, new File(['%PDF-1.7'], 'facture.pdf', { type: 'application/pdf' }));
  expect(await screen.findByText('facture.pdf')).toBeVisible();
  await person.click(screen.getByRole('checkbox', { name: /Joindre ma conversation/ }));
  await press('Envoyer le message');
  await screen.findByText('Votre message est arrivé');
  expect(calls.at(-1)?.body).toMatchObject({ attachments: ['1'.repeat(32)], conversation: lines });
  act(() => saveTranscript([]));
});

it('waits for a file that is being sent, and sends no message without it', async () => {
  const waiting: ((answer: Answer) => void)[] = [];
  const server: Server = (call) =>
    call.path === '/contact/attachments' ? new Promise((resolve) => waiting.push(resolve)) : received(call);
  const { asked } = renderPage(<ContactPage />, { path: '/contact', fetch: server });
  await fillAll();
  const choose = () =>
    person.upload(
      screen.getByLabelText(/Joindre des fichiers/),
      new File(['%PDF-1.7'], 'facture.pdf', { type: 'application/pdf' }),
    );
  await choose();
  await press('Envoyer le message');
  expect(screen.getByRole('button', { name: /Envoyer le message/ })).toHaveAttribute('aria-busy', 'true');
  await act(async () => waiting[0]?.({ status: 503 }));
  expect(await screen.findByText(/Impossible d’envoyer facture\.pdf/)).toBeVisible();
  expect(asked('/contact')).toEqual(['/contact/attachments']);
  await choose();
  await press('Envoyer le message');
  await act(async () =>
    waiting[1]?.({ status: 201, body: { id: '1'.repeat(32), name: 'facture.pdf', size: 9 } }),
  );
  expect(await screen.findByText('Votre message est arrivé')).toBeVisible();
  expect(asked('/contact').at(-1)).toBe('/contact');
});

it('is available in English', async () => {
  act(() => setLanguage('en'));
  renderPage(<ContactPage />, { path: '/contact' });
  await press('Continue');
  expect(await screen.findByRole('alert')).toHaveTextContent('Please fill in all required fields');
});
