import {
  type Answer,
  type Call,
  expectRetry,
  marie,
  press,
  refused,
  renderPage,
  rowOf,
  signInBeforeEach,
  type,
  unreachable,
} from '../../../../tests/support/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { CurrenciesPage } from './currencies-page';

signInBeforeEach();

const account = (id: number, currency: string, balance: number, more = {}) => ({
  id,
  currency,
  account_number: 'FR7699999000010127005674754',
  bic: 'BPCSFRPPXXX',
  current_balance: balance,
  available_balance: balance,
  status: 'open',
  opened_at: '2026-01-04T09:00:00.000Z',
  ...more,
});
const three = [account(1, 'EUR', 1000), account(2, 'JPY', 1634), account(3, 'USD', 108.42)];
const rates = {
  base: 'EUR',
  date: '2026-11-20',
  source: 'European Central Bank',
  stale: false,
  rates: { USD: 1.0842, JPY: 163.4 } as Record<string, number>,
};
const quote = {
  id: 7,
  rate: 1.078779,
  reference_rate: 1.0842,
  markup_percent: 0.5,
  sell: { amount: 100, currency: 'EUR' },
  buy: { amount: 107.88, currency: 'USD' },
  expires_at: '2026-11-20T10:00:30.000Z',
};

/** As in a host, the page begins once it is known who is signed in. */
const Guarded = () => useSession().user && <CurrenciesPage />;

/** The page over a server with these accounts; `response` answers changes. */
function renderWith({
  accounts = three as object[],
  published = rates as object,
  response = (() => ({ status: 204 })) as (call: Call) => Answer,
  path = '/dashboard/currencies',
  hasMoved = true,
} = {}) {
  return renderPage(<Guarded />, { path, fetch: serverOf({ accounts, published, response, hasMoved }) });
}
const serverOf =
  ({
    accounts,
    published,
    response,
    hasMoved = true,
  }: {
    accounts: object[];
    published: object;
    response: (call: Call) => Answer;
    hasMoved?: boolean;
  }) =>
  (call: Call): Answer => {
    if (call.path === '/auth/me') return { body: marie };
    if (call.method !== 'GET') return response(call);
    if (call.path === '/rates') return { body: published };
    if (call.path === '/accounts') return { body: { accounts } };
    const row = {
      id: 8,
      type: 'incoming',
      description: 'Change EUR → JPY',
      amount: 1634,
      currency: 'JPY',
      date: '2026-11-02T10:00:00Z',
      reference: 'TR-1',
      status: 'completed',
    };
    const transactions = hasMoved ? [row] : [];
    return {
      body: { transactions, pagination: { page: 1, pages: 1, limit: 10, total: transactions.length } },
    };
  };
const plain = (element: HTMLElement) => element.textContent?.replace(/\s/g, ' ');

it('lists each account in its currency, and the total in euros with the day of the rates', async () => {
  renderWith();
  expect(plain(await rowOf(/JPY/))).toMatch(/1 634 (¥|JPY)/);
  expect(plain(await rowOf(/USD/))).toContain('108,42');
  const total = await screen.findByText(/^En tout environ/);
  expect(plain(total)).toBe('En tout environ 1 110,00 €, converti au cours du 20 nov. 2026.');
});

it('keeps the button and the table in their place while accounts and rates load', async () => {
  const { container } = renderWith();
  const button = await screen.findByRole('button', { name: 'Ouvrir un compte' });
  expect(button).toBeDisabled();
  await waitFor(() => expect(button).toBeEnabled());
  // The rates come after the table, so it must not move for them.
  const total = await screen.findByText(/^En tout environ/);
  expect(container.querySelector('table')?.compareDocumentPosition(total)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

it('keeps what was typed into an exchange until it has its quote', async () => {
  const { unmount } = renderWith();
  await type('Montant', '100');
  unmount();
  const again = renderWith({ response: () => ({ status: 201, body: quote }) });
  expect(await screen.findByLabelText('Montant')).toHaveValue('100');
  await press('Voir le montant exact');
  await waitFor(() => expect(screen.queryByLabelText('Montant')).not.toBeInTheDocument());
  again.unmount();
  renderWith();
  expect(await screen.findByLabelText('Montant')).toHaveValue('');
});

it('does not guess a total without a rate', async () => {
  renderWith({ published: { ...rates, rates: { USD: 1.0842 } } });
  expect(await screen.findByText(/^Le total en euros n’est pas connu/)).toBeInTheDocument();
});

it('opens an account in a currency that is missing, once for several tries', async () => {
  const answers: (() => Answer)[] = [unreachable, () => ({ status: 201, body: account(4, 'GBP', 0) })];
  const { sent } = renderWith({
    path: '/dashboard/currencies?action=open-account',
    published: { ...rates, rates: { ...rates.rates, GBP: 0.8312 } },
    response: () => answers.shift()!(),
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Ouvrir un compte' }));
  const choice = await dialog.findByLabelText('Devise');
  expect(within(choice).queryByRole('option', { name: /^USD/ })).not.toBeInTheDocument();
  await userEvent.selectOptions(choice, 'GBP');
  await press('Ouvrir le compte');
  expect(await screen.findByText(/le compte n’est peut-être pas ouvert/)).toBeInTheDocument();
  await press('Ouvrir le compte');
  expect(await screen.findByText('Votre compte en GBP est ouvert.')).toBeInTheDocument();
  const [first, second] = sent();
  expect([first?.path, first?.body]).toEqual(['/accounts', { currency: 'GBP' }]);
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
});

it('offers no account in a currency without a rate', async () => {
  renderWith({
    accounts: [three[0]!],
    published: { ...rates, rates: { USD: 1.0842, GBP: 0.8312 } },
    path: '/dashboard/currencies?action=open-account',
  });
  const choice = within(await screen.findByLabelText('Devise'));
  await waitFor(() => expect(choice.queryByRole('option', { name: /^CHF/ })).not.toBeInTheDocument());
  expect(choice.getAllByRole('option').slice(1)).toHaveLength(2);
});

it('closes an account after a confirmation, never the one in euros, and shows why it cannot', async () => {
  const reason = 'Ce compte contient encore de l’argent.';
  const { sent } = renderWith({ response: () => refused(409, 'ACCOUNT_NOT_EMPTY', reason) });
  expect(within(await rowOf(/EUR/)).queryByRole('button')).not.toBeInTheDocument();
  await press('Fermer le compte en JPY');
  await press('Fermer le compte');
  expect(await screen.findByText(new RegExp(reason))).toBeInTheDocument();
  expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /accounts/2']);
});

it('shows the movements of an account in its currency', async () => {
  renderWith({ path: '/dashboard/currencies?account=2' });
  const table = within(await screen.findByRole('table', { name: 'Opérations du compte JPY' }));
  expect(await table.findByText('Change EUR → JPY')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'RIB et relevés' })).toHaveAttribute(
    'href',
    '/dashboard/account?account=2',
  );
});

it.each([
  ['open', 1],
  ['closed', 0],
])('promises movements to an account without any that is %s', async (status, promises) => {
  const path = '/dashboard/currencies?account=2';
  renderWith({ accounts: [three[0]!, account(2, 'JPY', 0, { status })], path, hasMoved: false });
  expect(await screen.findByText('Aucune opération pour le moment')).toBeVisible();
  expect(screen.queryAllByText(/apparaîtra ici/)).toHaveLength(promises);
});

it('shows beside a balance what of it can be used where some is set aside', async () => {
  renderWith({ accounts: [three[0]!, account(3, 'USD', 500, { available_balance: 383.65 })] });
  expect(await rowOf(/USD/)).toHaveTextContent(/500,00.*Disponible : 383,65/);
  expect(await rowOf(/EUR/)).not.toHaveTextContent('Disponible');
});

it('brings the movements that were asked for into sight, also those that are shown already', async () => {
  Element.prototype.scrollIntoView = jest.fn();
  renderWith({ path: '/dashboard/currencies?account=2' });
  const ask = async (name: string) => userEvent.click(await screen.findByRole('link', { name }));
  await ask('Opérations du compte JPY');
  expect(document.activeElement).toHaveTextContent(/^Opérations du compte JPY$/);
  await ask('Opérations du compte USD');
  await waitFor(() => expect(document.activeElement).toHaveTextContent(/^Opérations du compte USD$/));
  expect(jest.mocked(Element.prototype.scrollIntoView).mock.contexts).toContain(document.activeElement);
});

describe('a payment from an account in another currency', () => {
  const at = '2026-11-22T09:00:00.000Z';
  const transaction = {
    id: 15,
    type: 'payment',
    description: 'Facture',
    amount: -400,
    currency: 'USD',
    date: at,
    payment_method: 'international_transfer',
    reference: 'PAY-7',
    created_at: at,
    processed_at: null,
    status: 'pending',
    moved: false,
    recipient_account: '8800112233',
    notes: null,
    payment_id: 7,
  };
  const awaiting = {
    id: 7,
    amount: 400,
    currency: 'USD',
    recipient_name: 'Grace Hopper',
    recipient_account: '8800112233',
    payment_method: 'international_transfer',
    stage: 'awaiting_approval',
    stages: [{ stage: 'awaiting_approval', at, reason: null }],
    uetr: null,
    cancellable: true,
    recallable: false,
  };
  const stages = [...awaiting.stages, { stage: 'cancelled', at, reason: null }];
  const cancelled = { ...awaiting, stage: 'cancelled', stages, cancellable: false };

  /** The page over a server whose dollar account has this payment, on the first page of its movements or later. */
  function renderPayment(path: string, { isListed = true } = {}) {
    let isCancelled = false;
    const works = serverOf({ accounts: three, published: rates, response: () => ({ status: 204 }) });
    return renderPage(<Guarded />, {
      path,
      fetch: (call) => {
        const row = isCancelled ? { ...transaction, status: 'cancelled' } : transaction;
        if (call.path === '/user/payments/7/cancel') isCancelled = true;
        if (call.path.startsWith('/user/payments/7')) return { body: isCancelled ? cancelled : awaiting };
        if (call.path === '/user/transactions/15') return { body: row };
        if (isListed && call.path.startsWith('/accounts/3/transactions')) {
          return { body: { transactions: [row], pagination: { page: 1, pages: 1, limit: 10, total: 1 } } };
        }
        return works(call);
      },
    });
  }

  it('shows its state, opens in the address, and is cancelled there', async () => {
    const { place } = renderPayment('/dashboard/currencies?account=3');
    const row = await rowOf(/Facture/);
    expect(plain(row)).toMatch(/PAY-7.*En attente.*−400,00 \$US/);
    await userEvent.click(within(row).getByRole('link', { name: 'Facture' }));
    expect(place()).toBe('/dashboard/currencies?account=3&transaction=15');
    const dialog = within(await screen.findByRole('dialog', { name: 'Détails de la transaction' }));
    expect(await dialog.findByText('Grace Hopper')).toBeInTheDocument();
    expect(dialog.getByRole('link', { name: 'Je ne reconnais pas cette opération' })).toHaveAttribute(
      'href',
      '/disputes/new?transaction=15',
    );
    // The file would be of the account in euros.
    expect(dialog.queryByRole('button', { name: 'Justificatif (PDF)' })).not.toBeInTheDocument();
    await press('Annuler ce paiement');
    const question = within(await screen.findByRole('alertdialog', { name: 'Annuler ce paiement\u00a0?' }));
    await userEvent.click(question.getByRole('button', { name: 'Annuler ce paiement' }));
    expect(await dialog.findByText('Le montant réservé est de nouveau disponible.')).toBeInTheDocument();
    await waitFor(() => expect(row).toHaveTextContent('Annulé'));
  });

  it('opens after a reload, also from a later page of the movements', async () => {
    renderPayment('/dashboard/currencies?account=3&transaction=15', { isListed: false });
    const dialog = within(await screen.findByRole('dialog', { name: 'Détails de la transaction' }));
    expect(await dialog.findByText('PAY-7')).toBeInTheDocument();
    expect(await dialog.findByRole('button', { name: 'Annuler ce paiement' })).toBeInTheDocument();
  });
});

describe('an exchange', () => {
  const order = async () => {
    await userEvent.selectOptions(await screen.findByLabelText('Vers'), 'USD');
    await type('Montant', '100');
    await press('Voir le montant exact');
  };

  it('shows exact amounts and the markup before it is confirmed', async () => {
    const done = { success: true, reference: 'TR-2', sell: quote.sell, buy: quote.buy };
    const { sent } = renderWith({
      response: ({ path }) => ({ status: 201, body: path === '/exchange' ? done : quote }),
    });
    await order();
    expect(await screen.findByText('Votre offre')).toBeInTheDocument();
    expect(screen.getByText('1 EUR = 1,07878 USD')).toBeInTheDocument();
    expect(screen.getByText('1 EUR = 1,0842 USD')).toBeInTheDocument();
    expect(screen.getByText(/^0,5\s%$/)).toBeInTheDocument();
    expect(screen.getByText('Offre tenue encore 30 secondes')).toBeInTheDocument();
    await press(/^Changer 100,00/);
    expect(await screen.findByText(/^Vous avez changé/)).toBeInTheDocument();
    expect(sent().map(({ path, body }) => [path, body])).toEqual([
      ['/exchange/quotes', { from: 'EUR', to: 'USD', side: 'sell', amount: 100 }],
      ['/exchange', { quote_id: 7 }],
    ]);
    expect(await screen.findByLabelText('Montant')).toHaveValue('');
    // The form takes the focus of the button that is gone.
    await waitFor(() => expect(document.activeElement).toContainElement(screen.getByLabelText('Montant')));
    expect(document.body).not.toHaveFocus();
  });

  it('counts down by the page’s steady clock, speaks twice, and asks for a new offer in the end', async () => {
    let ids = 7;
    const { sent } = renderWith({ response: () => ({ status: 201, body: { ...quote, id: ids++ } }) });
    await order();
    await screen.findByText('Votre offre');
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now');
    const spoken = () =>
      screen
        .getAllByRole('status')
        .map(({ textContent }) => textContent)
        .join('');
    const at = (seconds: number) => clock.mockReturnValue(now + seconds * 1000);
    at(15);
    expect(await screen.findByText(/^Offre tenue encore 1[56] secondes$/)).toBeInTheDocument();
    expect(spoken()).not.toContain('secondes');
    at(22);
    await waitFor(() => expect(spoken()).toContain('Offre tenue encore 10\u00a0secondes'));
    at(31);
    await waitFor(() => expect(spoken()).toContain('L’offre a expiré.'));
    expect(screen.queryByRole('button', { name: /^Changer/ })).not.toBeInTheDocument();
    await press('Demander une nouvelle offre');
    expect(await screen.findByText('Offre tenue encore 30 secondes')).toBeInTheDocument();
    clock.mockRestore();
    expect(sent()).toHaveLength(2);
  });

  it('asks again about an exchange without an answer, under its key, even when the offer is over', async () => {
    const done = { success: true, reference: 'TR-2', sell: quote.sell, buy: quote.buy };
    const slowed = () => refused(429, 'TOO_MANY_REQUESTS', 'Trop d’appels.');
    const answers: (() => Answer)[] = [() => ({ status: 502 }), slowed, () => ({ status: 201, body: done })];
    const { sent } = renderWith({
      response: ({ path }) => (path === '/exchange' ? answers.shift()!() : { status: 201, body: quote }),
    });
    await order();
    await press(/^Changer 100,00/);
    expect(await screen.findByText(/il ne sera fait qu’une fois/)).toBeInTheDocument();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 31_000);
    expect(
      await screen.findByText('Confirmez de nouveau pour savoir si ce change a été fait.'),
    ).toBeVisible();
    expect(screen.queryByText('L’offre a expiré.')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Demander une nouvelle offre' })).not.toBeInTheDocument();
    await press(/^Changer 100,00/);
    expect(await screen.findByText('Trop d’appels.')).toBeInTheDocument();
    await press(/^Changer 100,00/);
    expect(await screen.findByText(/^Vous avez changé/)).toBeInTheDocument();
    clock.mockRestore();
    const keys = sent().map(({ path, headers }) => path === '/exchange' && headers.get('Idempotency-Key'));
    expect(keys).toEqual([false, expect.any(String), keys[1], keys[1]]);
  });

  it('asks again after a reload about an exchange without an answer, before any other can be made', async () => {
    const done = { success: true, reference: 'TR-2', sell: quote.sell, buy: quote.buy };
    const answers: (() => Answer)[] = [unreachable, () => ({ status: 201, body: done })];
    const response = ({ path }: Call) =>
      path === '/exchange' ? answers.shift()!() : { status: 201, body: quote };
    const before = renderWith({ response });
    await order();
    await press(/^Changer 100,00/);
    expect(await screen.findByText(/il ne sera fait qu’une fois/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Modifier' })).toBeDisabled();
    before.unmount();

    const after = renderWith({ response });
    expect(await screen.findByText(/le change a peut-être été fait/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Modifier' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: /nouvelle offre/ })).not.toBeInTheDocument();
    await press(/^Changer 100,00/);
    expect(await screen.findByText(/^Vous avez changé/)).toBeInTheDocument();
    const sent = [...before.sent(), ...after.sent()].filter(({ path }) => path === '/exchange');
    expect(sent.map(({ body }) => body)).toEqual([{ quote_id: 7 }, { quote_id: 7 }]);
    const [first, again] = sent.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(again).toBe(first);
    after.unmount();

    renderWith();
    expect(await screen.findByLabelText('Montant')).toHaveValue('');
  });

  it('offers a new offer once a retry after a reload learns that nothing was made', async () => {
    const answers: (() => Answer)[] = [unreachable, () => refused(422, 'QUOTE_EXPIRED', 'Trop tard.')];
    const response = ({ path }: Call) =>
      path === '/exchange' ? answers.shift()!() : { status: 201, body: quote };
    const before = renderWith({ response });
    await order();
    await press(/^Changer 100,00/);
    await screen.findByText(/il ne sera fait qu’une fois/);
    before.unmount();
    const after = renderWith({ response });
    await press(/^Changer 100,00/);
    expect(await screen.findByText('Trop tard.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Demander une nouvelle offre' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Modifier' })).toBeEnabled();
    after.unmount();
    renderWith();
    expect(await screen.findByLabelText('Montant')).toBeInTheDocument();
  });

  it.each([
    ['is refused', refused(422, 'INSUFFICIENT_FUNDS', 'Non.'), /^Change de 100,00\s€\s: Non\.$/],
    ['has no answer', { status: 502 }, /^Change de 100,00\s€\s: la banque n’a pas répondu/],
  ])('is reported when it %s after its page was left', async (_what, answer, shown) => {
    const gate: { open?: () => void } = {};
    const server = serverOf({
      accounts: three,
      published: rates,
      response: () => ({ status: 201, body: quote }),
    });
    renderPage(
      <>
        <Link to="/elsewhere">Ailleurs</Link>
        <Routes>
          <Route path="/dashboard/currencies" element={<Guarded />} />
          <Route path="/elsewhere" element={<p>Une autre page</p>} />
        </Routes>
      </>,
      {
        path: '/dashboard/currencies',
        fetch: async (call) => {
          if (call.path !== '/exchange') return server(call);
          await new Promise<void>((resolve) => (gate.open = resolve));
          return answer;
        },
      },
    );
    await order();
    await press(/^Changer 100,00/);
    await waitFor(() => expect(gate.open).toBeDefined());
    await userEvent.click(screen.getByRole('link', { name: 'Ailleurs' }));
    await act(async () => gate.open?.());
    expect(await screen.findByText(shown)).toBeInTheDocument();
  });

  it('shows why it was refused, and keeps what was typed for a change', async () => {
    const reason = 'Votre solde ne suffit pas.';
    renderWith({
      response: ({ path }) =>
        path === '/exchange' ? refused(422, 'INSUFFICIENT_FUNDS', reason) : { status: 201, body: quote },
    });
    await order();
    await press(/^Changer 100,00/);
    expect(await screen.findByText(new RegExp(reason))).toBeInTheDocument();
    await press('Modifier');
    expect(await screen.findByLabelText('Montant')).toHaveValue('100,00');
  });

  it('refuses decimals that a currency has not, and two equal currencies', async () => {
    const { sent } = renderWith();
    await userEvent.selectOptions(await screen.findByLabelText('De'), 'JPY');
    await userEvent.selectOptions(screen.getByLabelText('Vers'), 'JPY');
    await type('Montant', '0,5');
    await press('Voir le montant exact');
    expect(await screen.findByText('Choisissez deux devises différentes.')).toBeInTheDocument();
    expect(screen.getByText('Ce montant a plus de décimales que sa devise.')).toBeInTheDocument();
    expect(sent()).toEqual([]);
  });

  it('needs a second account, and warns of rates that are too old', async () => {
    renderWith({ accounts: [account(1, 'EUR', 5)], published: { ...rates, stale: true } });
    expect(await screen.findByText('Il vous faut un deuxième compte')).toBeInTheDocument();
    expect(await screen.findByText(/le change est suspendu/)).toBeInTheDocument();
  });
});

it('retries after a failure', async () => {
  const works = serverOf({ accounts: three, published: rates, response: () => ({ status: 204 }) });
  await expectRetry(<CurrenciesPage />, 'Impossible de récupérer vos comptes', {
    path: '/dashboard/currencies',
    fetch: works,
    fail: (call) => (call.path === '/accounts' ? { status: 500 } : works(call)),
  });
  expect(await rowOf(/USD/)).toBeInTheDocument();
});
