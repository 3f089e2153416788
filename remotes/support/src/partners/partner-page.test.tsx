import { type Call, refused, renderPage } from '../../../../tests/support/ui';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { writeTokens } from '@bank/client/tokens';
import { PartnerPage } from './partner-page';

const key = (id: number, revoked_at: string | null = null) => ({
  id,
  key: `pk_live_key-number-000000${id}`,
  revoked_at,
  created_at: '2026-11-01T10:00:00.000Z',
});
const partner = {
  id: 3,
  name: 'Les Deux Ponts',
  status: 'active',
  origins: ['https://ponts.example'],
  theme: { brand: '#8f3623' },
  keys: [key(2), key(1, '2026-11-10T10:00:00.000Z')],
  created_at: '2026-11-01T10:00:00.000Z',
  embed_origin: 'https://widgets.example',
  loader: { version: '1.2.3-abc', integrity: 'sha384-xyz' },
  tools: { version: '1.2.3-def', integrity: 'sha384-uvw' },
};
const day = { day: '2026-11-20', chat_opens: 7, signup_opens: 8, tool_opens: 3, signups: 2 };

const before = { chat_opens: 4, signup_opens: 6, tool_opens: 0, signups: 0 };

const at = '2026-11-20T10:00:00.000Z';
const webhook = {
  mode: 'live',
  url: 'https://hooks.example/bank',
  secret_set_at: at,
  old_secret_until: null,
};
const message = {
  id: 'msg_1',
  type: 'application.approved',
  mode: 'live',
  status: 'failed',
  tries: 20,
  answer_status: 500,
  failure: 'status',
  created_at: at,
  last_try_at: at,
  next_try_at: null,
};
const secretKey = {
  id: 5,
  mode: 'live',
  name: 'Site',
  hint: 'sk_live_abcd...wxyz',
  created_at: at,
  scopes: ['applications:read'],
  calls_per_minute: 120,
  last_used_at: null,
  expires_at: null,
  replaced_by: null,
  revoked_at: null,
};
const pagination = { page: 1, limit: 10, total: 1, pages: 1 };
const reads: Record<string, object> = {
  '/admin/partners/3/figures': { days: [day], before },
  '/admin/partners/3/webhooks': {
    webhooks: [webhook, { mode: 'test', url: null, secret_set_at: null, old_secret_until: null }],
  },
  '/admin/partners/3/webhooks/messages': { messages: [message], pagination },
  '/admin/partners/3/secret_keys': { keys: [secretKey] },
};

beforeEach(() => {
  sessionStorage.clear();
  writeTokens({ access_token: 'access', refresh_token: 'refresh' });
});

const change = (calls: Call[], method: string) => calls.filter((call) => call.method === method);

/** As in a host, the page begins once it is known who is signed in. */
const Guarded = () => useSession().user && <PartnerPage />;

/** Renders the page with a server that echoes every change. */
async function open(
  answer: (call: Call) => object = ({ body }) => ({ body: { ...partner, ...(body as object) } }),
  {
    user = { id: 1, role: 'admin' },
    path = '/admin/partners/3',
    now = () => partner,
    webhooks = () => reads['/admin/partners/3/webhooks'] ?? {},
  }: { user?: object; path?: string; now?: () => object; webhooks?: () => object } = {},
) {
  const view = renderPage(
    <Routes>
      <Route path="/admin/partners/:id" element={<Guarded />} />
    </Routes>,
    {
      path,
      fetch: (call) => {
        if (call.path === '/auth/me') return { body: user };
        if (call.method !== 'GET') return answer(call);
        if (call.path === '/admin/partners/3/webhooks') return { body: webhooks() };
        return { body: reads[call.path.split('?')[0] ?? ''] ?? now() };
      },
    },
  );
  await screen.findByRole('heading', { name: 'Les Deux Ponts' });
  return view;
}

const card = (name: string) => within(screen.getByRole('region', { name }));

it('shows a partner’s figures by day, and how they differ from the days before', async () => {
  await open();
  expect(await screen.findByText(/^25,0\s% des formulaires ouverts/)).toBeInTheDocument();
  const table = screen.getByRole('table', { name: 'Ouvertures par jour', hidden: true });
  expect(
    within(table)
      .getAllByRole('cell', { hidden: true })
      .map(({ textContent }) => textContent),
  ).toEqual(['7', '8', '3']);
  expect(screen.getByText(/^8 de plus \(\+80,0\s%\) que les 30 jours d’avant$/)).toBeInTheDocument();
  expect(
    screen.getByText('Pas de comparaison : aucune valeur pour les 30 jours d’avant'),
  ).toBeInTheDocument();
});

it.each(['', '?action=deactivate', '?revoke=2'])(
  'offers nothing to change to those who may only read, at %s',
  async (query) => {
    const user = { id: 1, role: 'admin', staff_permissions: { read: ['partners:manage'], change: [] } };
    await open(undefined, { user, path: `/admin/partners/3${query}` });
    expect(await screen.findByText(secretKey.hint)).toBeVisible();
    expect(await screen.findByText(message.type)).toBeVisible();
    const change =
      /Ajouter|Enregistrer|Désactiver|Nouvelle|Clé de test|Révoquer|Remplacer|Créer|Renvoyer|essai|vider/;
    for (const button of screen.queryAllByRole('button', { name: change })) expect(button).toBeDisabled();
    expect(screen.getByRole('textbox', { name: /^Nom du partenaire/ })).toBeDisabled();
    expect(screen.queryByRole('button', { name: /Révoquer|Désactiver|Créer/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  },
);

it('shows an error beside an invalid origin, and saves valid ones with the theme unchanged', async () => {
  const { calls } = await open();
  await userEvent.click(card('Nom et origines').getByRole('button', { name: 'Ajouter une origine' }));
  const second = screen.getByRole('textbox', { name: 'Origine 2' });
  await userEvent.type(second, 'https://*.ponts.example');
  const save = card('Nom et origines').getByRole('button', { name: 'Enregistrer' });
  await userEvent.click(save);
  expect(second).toHaveAccessibleDescription(/Le joker \* n’est pas permis/);
  expect(change(calls, 'PUT')).toEqual([]);
  await userEvent.clear(second);
  await userEvent.type(second, 'https://Pages.ponts.example');
  await userEvent.click(save);
  await waitFor(() =>
    expect(change(calls, 'PUT').map(({ path, body }) => [path, body])).toEqual([
      [
        '/admin/partners/3',
        {
          name: 'Les Deux Ponts',
          origins: ['https://ponts.example', 'https://pages.ponts.example'],
          theme: { brand: '#8f3623' },
          part: 'identity',
          seen: { name: 'Les Deux Ponts', origins: ['https://ponts.example'], theme: { brand: '#8f3623' } },
        },
      ],
    ]),
  );
  expect(await screen.findByText('Les informations sont enregistrées.')).toBeInTheDocument();
});

it('shows what a colleague saved meanwhile, and keeps what is typed', async () => {
  const theirs = { ...partner, origins: ['https://autre.example'] };
  let now = partner;
  const save = ({ body }: Call) => {
    if (now === theirs) return { body: { ...theirs, ...(body as object) } };
    now = theirs;
    return refused(409, 'PARTNER_CHANGED', 'Un collègue a modifié ce partenaire.');
  };
  const { calls } = await open(save, { now: () => now });
  const name = screen.getByRole('textbox', { name: /^Nom du partenaire/ });
  await userEvent.clear(name);
  await userEvent.type(name, 'Le Pont');
  const send = card('Nom et origines').getByRole('button', { name: 'Enregistrer' });
  await userEvent.click(send);
  expect(await screen.findByText(/^Un collègue a modifié ce partenaire/)).toBeInTheDocument();
  expect(await screen.findByText(/Les Deux Ponts, https:\/\/autre\.example$/)).toBeInTheDocument();
  expect(name).toHaveValue('Le Pont');
  await userEvent.click(send);
  expect(await screen.findByText('Les informations sont enregistrées.')).toBeInTheDocument();
  expect(change(calls, 'PUT').at(-1)?.body).toMatchObject({ seen: { origins: theirs.origins } });
  expect(screen.queryByText(/autre\.example$/)).not.toBeInTheDocument();
});

it('shows unreadable texts while typing, and does not save them', async () => {
  const { calls } = await open();
  const look = card('Apparence');
  expect(look.getByRole('status')).toHaveTextContent('Tous les textes se lisent bien.');
  const muted = look.getByRole('textbox', { name: 'Texte discret' });
  await userEvent.type(muted, '#aaaaaa');
  expect(look.getByRole('status')).toHaveTextContent('Un texte se lit mal.');
  expect(look.getByText('2,3 : trop faible, il faut 4,5')).toBeInTheDocument();
  await userEvent.click(look.getByRole('button', { name: 'Enregistrer' }));
  expect(muted).toHaveAccessibleDescription(/se lit mal sur son fond/);
  expect(change(calls, 'PUT')).toEqual([]);
  await userEvent.clear(muted);
  await userEvent.click(look.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(change(calls, 'PUT')).toHaveLength(1));
  expect(change(calls, 'PUT')[0]?.body).toMatchObject({ theme: { brand: '#8f3623' }, part: 'theme' });
});

it('revokes a key after confirmation, and reports it', async () => {
  const { calls, place } = await open(() => ({ body: { ...partner, keys: [key(2, day.day), key(1)] } }));
  await userEvent.click(screen.getByRole('button', { name: /Révoquer la clé pk_live_key-number-0000002/ }));
  expect(place()).toBe('/admin/partners/3?revoke=2');
  const question = screen.getByRole('alertdialog', { name: /^Révoquer cette clé\s\?$/ });
  expect(within(question).getByRole('button', { name: 'Annuler' })).toHaveFocus();
  await userEvent.click(within(question).getByRole('button', { name: 'Révoquer' }));
  await waitFor(() => expect(place()).toBe('/admin/partners/3'));
  expect(change(calls, 'POST').map(({ path }) => path)).toEqual(['/admin/partners/3/keys/2/revoke']);
});

it('adds one key even after attempts without a response', async () => {
  let isUp = false;
  const { calls } = await open(() => {
    if (!isUp) throw new TypeError('offline');
    return { body: partner };
  });
  const add = screen.getByRole('button', { name: 'Nouvelle clé' });
  await userEvent.click(add);
  expect(await screen.findByText('La clé n’a pas été créée. Réessayez.')).toBeInTheDocument();
  isUp = true;
  await userEvent.click(add);
  expect(await screen.findByText('Une nouvelle clé est créée.')).toBeInTheDocument();
  const keys = change(calls, 'POST').map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toEqual([keys[0], keys[0]]);
});

it('shows the code with the newest active key, evergreen or pinned', async () => {
  await open();
  const snippet = card('Code à transmettre');
  expect(snippet.getByText(/embed\/v1\/loader\.js/)).toHaveTextContent('pk_live_key-number-0000002');
  await userEvent.click(snippet.getByRole('button', { name: 'Version fixée' }));
  expect(snippet.getByText(/embed\/1\.2\.3-abc\/loader\.js/)).toHaveTextContent('integrity="sha384-xyz"');
});

it('saves the address of a mode, and shows a new secret once', async () => {
  const { calls } = await open(() => ({ body: { webhook, secret: 'whsec_shown-once' } }));
  const hooks = card('Webhooks');
  await userEvent.click(hooks.getByRole('button', { name: 'Test' }));
  const address = await hooks.findByRole('textbox', { name: /Adresse du serveur/ });
  const save = hooks.getByRole('button', { name: 'Enregistrer' });
  await userEvent.type(address, 'ftp://hooks.example');
  await userEvent.click(save);
  expect(address).toHaveAccessibleDescription(/adresse https/);
  expect(change(calls, 'PUT')).toEqual([]);
  await userEvent.clear(address);
  await userEvent.type(address, 'https://hooks.example/test');
  await userEvent.click(save);
  const shown = await screen.findByRole('dialog', { name: 'Secret des webhooks – Test' });
  expect(shown).toHaveTextContent('whsec_shown-once');
  expect(change(calls, 'PUT').map(({ path, body }) => [path, body])).toEqual([
    ['/admin/partners/3/webhooks/test', { url: 'https://hooks.example/test', seen: null }],
  ]);
  await userEvent.click(within(shown).getByRole('button', { name: 'J’ai copié le secret' }));
  expect(screen.queryByText('whsec_shown-once')).not.toBeInTheDocument();
});

it('shows the secret of a new address also when the other mode was chosen before the answer', async () => {
  let answer: (saved: object) => void = () => undefined;
  await open(() => new Promise((resolve) => (answer = resolve)));
  const hooks = card('Webhooks');
  await userEvent.click(hooks.getByRole('button', { name: 'Test' }));
  await userEvent.type(
    await hooks.findByRole('textbox', { name: /Adresse du serveur/ }),
    'https://hooks.example/test',
  );
  await userEvent.click(hooks.getByRole('button', { name: 'Enregistrer' }));
  await userEvent.click(hooks.getByRole('button', { name: 'Réel' }));
  answer({ body: { webhook: { ...webhook, mode: 'test' }, secret: 'whsec_shown-once' } });
  const shown = await screen.findByRole('dialog', { name: 'Secret des webhooks – Test' });
  expect(shown).toHaveTextContent('whsec_shown-once');
});

it('explains until when no more secrets of webhooks fit', async () => {
  const body = { error: 'Trop de demandes à la fois. Attendez un instant.', code: 'TOO_MANY_REQUESTS' };
  await open(() => ({ status: 429, body, headers: { 'Retry-After': '86400' } }));
  await userEvent.click(await card('Webhooks').findByRole('button', { name: 'Nouveau secret' }));
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Nouveau secret' }));
  expect(
    await screen.findByText(
      /^Le secret n’a pas été remplacé\s: Trop de secrets signent déjà\. Le plus ancien s’arrête le /,
    ),
  ).toBeVisible();
});

it('shows until when each secret of before signs', async () => {
  const older_secrets_until = ['2026-11-20T08:00:00.000Z', '2026-11-20T09:00:00.000Z'];
  const renewed = { ...webhook, old_secret_until: '2026-11-20T10:00:00.000Z', older_secrets_until };
  await open(undefined, { webhooks: () => ({ webhooks: [renewed] }) });
  expect(await card('Webhooks').findByText(/Les anciens signent encore, jusqu’au/)).toHaveTextContent(
    /jusqu’au 20 nov\. 2026, 09:00\s; 20 nov\. 2026, 10:00\s; 20 nov\. 2026, 11:00\.$/,
  );
});

it('shows the webhook address that a colleague set meanwhile, and keeps what is typed', async () => {
  let stored = webhook;
  const { calls } = await open(
    ({ body }) => {
      const { url, seen } = body as { url: string; seen: string };
      if (seen !== stored.url) throw new Error('not what was read');
      if (stored === webhook) {
        stored = { ...webhook, url: 'https://theirs.example/bank' };
        return refused(409, 'PARTNER_CHANGED', 'Un collègue a modifié ce partenaire.');
      }
      stored = { ...webhook, url };
      return { body: { webhook: stored, secret: null } };
    },
    { webhooks: () => ({ webhooks: [stored] }) },
  );
  const hooks = card('Webhooks');
  const address = await hooks.findByRole('textbox', { name: /Adresse du serveur/ });
  await userEvent.clear(address);
  await userEvent.type(address, 'https://ours.example/bank');
  const save = hooks.getByRole('button', { name: 'Enregistrer' });
  await userEvent.click(save);
  expect(await hooks.findByText('Un collègue a modifié ce partenaire.')).toBeInTheDocument();
  expect(await hooks.findByText(/^Enregistré en ce moment.*theirs\.example\/bank$/)).toBeInTheDocument();
  expect(address).toHaveValue('https://ours.example/bank');
  await userEvent.click(save);
  expect(await screen.findByText('L’adresse est enregistrée.')).toBeInTheDocument();
  expect(hooks.queryByText(/^Enregistré en ce moment/)).not.toBeInTheDocument();
  expect(change(calls, 'PUT')).toHaveLength(2);
});

it('lists what was sent, and sends it again once', async () => {
  const { calls } = await open(() => ({ body: { ...message, status: 'waiting' } }));
  const hooks = card('Webhooks');
  expect(await hooks.findByRole('row', { name: /application\.approved.*Abandonné.*20.*500/ })).toBeVisible();
  await userEvent.click(hooks.getByRole('button', { name: /^Renvoyer application\.approved/ }));
  expect(await screen.findByText('L’événement est renvoyé.')).toBeInTheDocument();
  await userEvent.click(hooks.getByRole('button', { name: 'Nouveau secret' }));
  const question = screen.getByRole('alertdialog', { name: /^Remplacer le secret/ });
  expect(question).toHaveTextContent('24 heures');
  await userEvent.click(within(question).getByRole('button', { name: 'Annuler' }));
  expect(change(calls, 'POST').map(({ path }) => path)).toEqual([
    '/admin/partners/3/webhooks/messages/msg_1/resend',
  ]);
});

it('creates a secret key with its rights, shown once, replaces one, and revokes one after a question', async () => {
  const { calls } = await open(() => ({ body: { key: secretKey, secret: 'sk_test_shown-once' } }));
  const keys = card('Clés secrètes');
  await userEvent.click(keys.getByRole('button', { name: 'Créer une clé' }));
  const form = within(await screen.findByRole('dialog', { name: 'Créer une clé secrète' }));
  await userEvent.type(form.getByRole('textbox', { name: /^Nom/ }), 'Serveur de paie');
  await userEvent.selectOptions(form.getByRole('combobox', { name: /^Mode/ }), 'test');
  await userEvent.click(form.getByRole('button', { name: 'Créer la clé' }));
  const closeShown = async () => {
    const shown = await screen.findByRole('dialog', { name: 'Nouvelle clé secrète' });
    expect(shown).toHaveTextContent('sk_test_shown-once');
    await userEvent.click(within(shown).getByRole('button', { name: 'J’ai copié le secret' }));
  };
  await closeShown();
  await userEvent.click(keys.getByRole('button', { name: /^Remplacer la clé secrète/ }));
  const rotation = within(screen.getByRole('dialog', { name: /^Remplacer cette clé secrète/ }));
  await userEvent.selectOptions(rotation.getByRole('combobox'), '72');
  await userEvent.click(rotation.getByRole('button', { name: 'Remplacer' }));
  await closeShown();
  await userEvent.click(keys.getByRole('button', { name: /^Révoquer la clé secrète/ }));
  const question = screen.getByRole('alertdialog', { name: /^Révoquer cette clé secrète/ });
  await userEvent.click(within(question).getByRole('button', { name: 'Révoquer' }));
  await waitFor(() => expect(change(calls, 'POST')).toHaveLength(3));
  expect(change(calls, 'POST').map(({ path, body }) => [path, body])).toEqual([
    [
      '/admin/partners/3/secret_keys',
      {
        name: 'Serveur de paie',
        mode: 'test',
        scopes: ['applications:read'],
        calls_per_minute: 120,
        days: 365,
      },
    ],
    ['/admin/partners/3/secret_keys/5/rotate', { overlap_hours: 72 }],
    ['/admin/partners/3/secret_keys/5/revoke', {}],
  ]);
});

it('shows the secret of a replaced key also when the dialog was closed before the answer', async () => {
  let answer: (made: object) => void = () => undefined;
  await open(() => new Promise((resolve) => (answer = resolve)));
  await userEvent.click(await card('Clés secrètes').findByRole('button', { name: /^Remplacer la clé/ }));
  const rotation = within(screen.getByRole('dialog', { name: /^Remplacer cette clé secrète/ }));
  await userEvent.click(rotation.getByRole('button', { name: 'Remplacer' }));
  await userEvent.click(rotation.getByRole('button', { name: 'Annuler' }));
  answer({ body: { key: secretKey, secret: 'sk_live_shown-once' } });
  const shown = await screen.findByRole('dialog', { name: 'Nouvelle clé secrète' });
  expect(shown).toHaveTextContent('sk_live_shown-once');
});

it('keeps what was typed in each form until it is saved, and drops a cancelled key', async () => {
  const first = await open();
  const field = (region: string, name: string | RegExp) =>
    card(region).findByRole<HTMLInputElement>('textbox', { name });
  await userEvent.type(await field('Nom et origines', /^Nom/), ' et Cie');
  await userEvent.type(await field('Webhooks', /Adresse du serveur/), '/v2');
  await userEvent.click(card('Webhooks').getByRole('button', { name: 'Test' }));
  await userEvent.type(await field('Webhooks', /Adresse du serveur/), 'https://t');
  await userEvent.click(card('Webhooks').getByRole('button', { name: 'Réel' }));
  expect(await field('Webhooks', /Adresse du serveur/)).toHaveValue('https://hooks.example/bank/v2');
  await userEvent.type(await field('Apparence', /^Arrondi/), '4px');
  await userEvent.click(card('Clés secrètes').getByRole('button', { name: 'Créer une clé' }));
  const dialog = () => within(screen.getByRole('dialog', { name: 'Créer une clé secrète' }));
  await userEvent.type(dialog().getByRole('textbox', { name: /^Nom/ }), 'Paie');
  first.unmount();

  const second = await open();
  expect(await field('Nom et origines', /^Nom/)).toHaveValue('Les Deux Ponts et Cie');
  expect(await field('Apparence', /^Arrondi/)).toHaveValue('4px');
  await userEvent.click(card('Nom et origines').getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText('Les informations sont enregistrées.')).toBeInTheDocument();
  await userEvent.click(card('Clés secrètes').getByRole('button', { name: 'Créer une clé' }));
  expect(dialog().getByRole('textbox', { name: /^Nom/ })).toHaveValue('Paie');
  await userEvent.click(dialog().getByRole('button', { name: 'Annuler' }));
  second.unmount();

  await open();
  expect(await field('Nom et origines', /^Nom/)).toHaveValue('Les Deux Ponts');
  await userEvent.click(card('Clés secrètes').getByRole('button', { name: 'Créer une clé' }));
  expect(dialog().getByRole('textbox', { name: /^Nom/ })).toHaveValue('');
});

it('replaces nothing unseen that a colleague saved while what was typed waited', async () => {
  const field = (region: string, name: RegExp) => card(region).findByRole('textbox', { name });
  const first = await open();
  await userEvent.type(await field('Nom et origines', /^Nom/), ' et Cie');
  await userEvent.type(await field('Apparence', /^Arrondi/), '4px');
  await userEvent.type(await field('Webhooks', /Adresse du serveur/), '/v2');
  first.unmount();

  const theirs = { ...partner, origins: ['https://theirs.example'], theme: { brand: '#123456' } };
  const { calls } = await open(
    () => refused(409, 'PARTNER_CHANGED', 'Un collègue a modifié ce partenaire.'),
    {
      now: () => theirs,
      webhooks: () => ({ webhooks: [{ ...webhook, url: 'https://theirs.example/bank' }] }),
    },
  );
  for (const region of ['Nom et origines', 'Apparence', 'Webhooks'])
    await userEvent.click(await card(region).findByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText(/theirs\.example\/bank$/)).toBeInTheDocument();
  const { name, origins, theme } = partner;
  expect(change(calls, 'PUT').map(({ body }) => body)).toMatchObject([
    { seen: { name, origins, theme } },
    { seen: { name, origins, theme } },
    { seen: webhook.url },
  ]);
});

it('reports an unknown partner', async () => {
  renderPage(
    <Routes>
      <Route path="/admin/partners/:id" element={<PartnerPage />} />
    </Routes>,
    {
      path: '/admin/partners/9',
      fetch: () => ({ status: 404, body: { error: 'Rien', code: 'NOT_FOUND', request_id: 'r' } }),
    },
  );
  expect(await screen.findByText('Ce partenaire n’existe pas.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Réessayer' })).not.toBeInTheDocument();
});
