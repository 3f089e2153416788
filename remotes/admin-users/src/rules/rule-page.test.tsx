import {
  type Answer,
  pasteInto,
  press,
  refused,
  renderPage,
  signInBeforeEach,
} from '../../../../tests/support/ui';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RuleDefinition } from '@bank/contracts/rules';
import { Route, Routes } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { RulePage } from './rule-page';

signInBeforeEach();

const definition = (reason: string): RuleDefinition => ({
  name: { fr: 'Gros montants', en: 'Large amounts' },
  reason: { fr: reason, en: 'Large' },
  events: ['payment'],
  condition: {
    test: 'compare',
    left: { of: 'fact', fact: 'amount' },
    is: 'at_least',
    right: { of: 'number', value: 500 },
  },
  action: 'hold',
  weight: 20,
  enabled: true,
});
const version = (reason: string, name: string, changed_at: string) => ({
  version: 1,
  state: 'draft',
  definition: definition(reason),
  changed_by: { id: 3, name },
  changed_at,
  published_at: null,
  waiting: false,
});
const mine = version('Le premier motif', 'Ada B.', '2026-11-26T10:00:00.000Z');
const theirs = version('Le motif de Bob', 'Bob C.', '2026-11-26T10:05:00.000Z');

/** As a host does, the page waits for the session. */
const Guarded = () => useSession().user && <RulePage />;

const counted: Answer = { body: { since: mine.changed_at, events: 9, hits: 2 } };

/** A server with one rule, which a colleague saves before the reader does. */
function open(count = () => counted, user: object = { id: 1, role: 'admin' }) {
  let newest = mine;
  return renderPage(
    <Routes>
      <Route path="/admin/rules/:id" element={<Guarded />} />
    </Routes>,
    {
      path: '/admin/rules/4',
      fetch: ({ path, method, body }) => {
        if (path === '/auth/me') return { body: user };
        if (path.endsWith('/counts')) return count();
        if (path.endsWith('/replays')) return { body: { replays: [] } };
        if (method === 'PUT' && (body as { base_changed_at: string }).base_changed_at !== theirs.changed_at) {
          newest = theirs;
          return refused(409, 'RULE_CHANGED', 'La règle a changé entre-temps.');
        }
        if (method === 'PUT')
          newest = { ...theirs, ...version('Mon motif', 'Moi', '2026-11-26T10:06:00.000Z') };
        return { body: { id: 4, hits: 0, versions: [newest] } };
      },
    },
  );
}
const reason = () => screen.findByLabelText(/^Motif en français/);
async function write(words: string) {
  const field = await reason();
  await userEvent.clear(field);
  await pasteInto(field, words);
}
const overtaken = /^Bob C\. a enregistré cette règle/;

it('counts again what the rule would have caught when that failed', async () => {
  let isDown = true;
  open(() => (isDown ? { status: 429 } : counted));
  expect(await screen.findByText('Le comptage n’a pas abouti.')).toBeVisible();
  isDown = false;
  await press('Réessayer');
  expect(await screen.findByText(/la règle aurait visé 2 événements sur 9/)).toBeVisible();
});

it('counts again for a reader who may not change the rule', async () => {
  let isDown = true;
  const reader = { id: 1, role: 'admin', staff_permissions: { read: ['rules:manage'], change: [] } };
  open(() => (isDown ? { status: 429 } : counted), reader);
  expect(await reason()).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Enregistrer le brouillon' })).toBeDisabled();
  await screen.findByText('Le comptage n’a pas abouti.');
  isDown = false;
  await press('Réessayer');
  expect(await screen.findByText(/la règle aurait visé 2 événements sur 9/)).toBeVisible();
});

it('keeps what is typed when a colleague saves first, and then replaces that version', async () => {
  const { sent } = open();
  await write('Mon motif');
  await press('Enregistrer le brouillon');
  expect(await screen.findByText(overtaken)).toBeVisible();
  expect(await reason()).toHaveValue('Mon motif');
  await press('Enregistrer le brouillon');
  expect(await screen.findByText(/par Moi/)).toBeVisible();
  expect(await reason()).toHaveValue('Mon motif');
  expect(screen.queryByText(overtaken)).not.toBeInTheDocument();
  const bases = sent().filter(({ method }) => method === 'PUT');
  expect(bases.map(({ body }) => (body as { base_changed_at: string }).base_changed_at)).toEqual([
    mine.changed_at,
    theirs.changed_at,
  ]);
});

it('takes the version of the colleague when asked for, and keeps what is typed over a reload', async () => {
  const first = open();
  await write('Mon motif');
  first.unmount();
  open();
  expect(await reason()).toHaveValue('Mon motif');
  await press('Enregistrer le brouillon');
  const notice = within(
    await screen.findByText(overtaken).then((found) => found.closest('[role=status]') as HTMLElement),
  );
  await userEvent.click(notice.getByRole('button', { name: 'Reprendre la version enregistrée' }));
  expect(await reason()).toHaveValue('Le motif de Bob');
});

it('asks for the same draft again under another key, after a refusal by the second person', async () => {
  const { sent } = open();
  const ask = async () => {
    await press('Publier ce brouillon');
    await press('Demander la publication');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  };
  await ask();
  await ask();
  const calls = sent().filter(({ path }) => path.endsWith('/publish'));
  expect(new Set(calls.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(2);
});

it('saves the typed changes before it publishes', async () => {
  const { sent } = open();
  await screen.findByRole('button', { name: 'Publier ce brouillon' });
  await write('Mon motif');
  const publish = screen.getByRole('button', { name: 'Publier ce brouillon' });
  expect(publish).toHaveAttribute('aria-disabled', 'true');
  expect(publish).toHaveAccessibleDescription(/^Enregistrez d’abord le brouillon/);
  await userEvent.click(publish);
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  await write('Le premier motif');
  expect(publish).not.toHaveAccessibleDescription();
  await userEvent.click(publish);
  const question = await screen.findByRole('alertdialog');
  await userEvent.click(within(question).getByRole('button', { name: 'Demander la publication' }));
  expect(sent().find(({ path }) => path.endsWith('/publish'))?.body).toEqual({
    version: 1,
    changed_at: mine.changed_at,
  });
});

it('names the fields that keep a rule from being saved, in a summary that takes the focus', async () => {
  const { sent } = open();
  await userEvent.clear(await reason());
  await userEvent.click(screen.getByRole('checkbox', { name: 'Connexions' }));
  const times = screen.getByRole('spinbutton', { name: /^Multiplié par/ });
  await userEvent.clear(times);
  await press('Enregistrer le brouillon');
  const summary = await screen.findByRole('alert');
  expect(summary).toHaveFocus();
  expect(
    within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Motif en français', 'Condition, Fait', 'Condition, Multiplié par']);
  expect(await reason()).toHaveAccessibleDescription(/obligatoire/);
  expect(times).toBeInvalid();
  const fact = screen.getByRole('combobox', { name: /^Fait/ });
  expect(fact).toHaveAccessibleDescription(/n’existe pas pour tous les événements/);
  // The field shows the fact that the rule has, though it is not one of these events.
  expect(fact).toHaveDisplayValue('Montant (€)');
  await userEvent.click(within(summary).getByRole('link', { name: 'Condition, Fait' }));
  expect(fact).toHaveFocus();
  expect(sent().filter(({ method }) => method === 'PUT')).toEqual([]);
});

it('takes a list that ends with an empty line', async () => {
  const { sent } = open();
  await reason();
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: /^Sorte de condition/ }),
    'Sur une liste',
  );
  await pasteInto(screen.getByLabelText(/^Liste/), 'FR\n\nBE\n');
  await press('Enregistrer le brouillon');
  await screen.findByText(overtaken);
  const [saved] = sent().filter(({ method }) => method === 'PUT');
  expect((saved?.body as { definition: RuleDefinition }).definition.condition).toMatchObject({
    values: ['FR', 'BE'],
  });
});

it('has the focus where a condition can be added, once one is removed', async () => {
  open();
  await userEvent.selectOptions(await screen.findByLabelText('Sorte de condition'), 'Toutes ces conditions');
  await press('Ajouter une condition');
  await press('Retirer la condition 1');
  expect(screen.getByRole('button', { name: 'Ajouter une condition' })).toHaveFocus();
});
