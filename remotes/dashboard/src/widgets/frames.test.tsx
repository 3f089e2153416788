import { type Answer, renderPage } from '../../../../tests/support/ui';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FrameData } from '@bank/contracts/embed-frame';
import type { Rates } from '@bank/contracts/rates';
import { bankTheme } from '@bank/contracts/widget-theme';
import { ExchangeFrame } from './exchange-frame';
import { PayFrame } from './pay-frame';

const data: FrameData = {
  widget: 'pay',
  partner: 'pk_demo_deux-rives-habitat',
  token: 'first',
  theme: bankTheme,
  page: 'https://deux-rives.example',
  bank: 'https://bank.example',
};
const rates: Rates = {
  base: 'EUR',
  date: '2026-11-23',
  source: 'European Central Bank',
  stale: false,
  rates: { USD: 1.0842, GBP: 0.8402 },
};
const rent = {
  payee: 'Habitat Solidaire',
  iban: 'FR7630006000011234567890189',
  amount: '612.40',
  reference: 'Loyer 4711',
};

type Values = Record<string, string>;
const fragment = (values: Values) => new URLSearchParams(values).toString();
const pageSets = (values: Values) => {
  location.hash = fragment(values);
};
/** The address of a frame whose page has set values before it is opened. */
const opened = (values: Values) => ({ path: `/#${fragment(values)}` });

function frame(more: Partial<FrameData> = {}) {
  const send = jest.fn();
  return { data: { ...data, ...more }, send, onShown: () => undefined };
}

afterEach(() => pageSets({}));

describe('a request for payment', () => {
  it('is shown as the page’s, and goes to the bank by a form in a new tab', () => {
    const given = frame();
    renderPage(<PayFrame frame={given} />, opened(rent));
    expect(screen.getByText(/La page deux-rives\.example vous demande ce paiement/)).toBeVisible();
    expect(screen.getByText('FR76 3000 6000 0112 3456 7890 189')).toBeVisible();
    const form = screen.getByRole('button', { name: 'Continuer chez Bank PCS' }).closest('form')!;
    expect(form).toHaveAttribute('action', 'https://bank.example/dashboard/pay');
    expect([form.method, form.target, form.getAttribute('rel')]).toEqual(['post', '_blank', 'noopener']);
    expect(Object.fromEntries(new FormData(form))).toEqual({
      partner: data.partner,
      token: 'first',
      page: data.page,
      ...rent,
      amount: '612.4',
    });
    expect(given.send.mock.calls.map(([{ type }]: [{ type: string }]) => type)).toEqual(['ready', 'step']);
  });

  it('follows the page, and ends with a code when it is no longer valid', async () => {
    const given = frame();
    renderPage(<PayFrame frame={given} />, opened(rent));
    act(() => pageSets({ ...rent, amount: '80' }));
    expect(await screen.findByText('80,00 €')).toBeVisible();
    act(() => pageSets({ ...rent, iban: 'FR00' }));
    await waitFor(() => expect(given.send).toHaveBeenLastCalledWith({ type: 'error', code: 'value' }));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('brings a token that works after the device has slept', async () => {
    jest.useFakeTimers();
    const fetched = jest.fn(async () => ({
      text: async () => `<script id="bank-frame">${JSON.stringify({ ...data, token: 'second' })}</script>`,
    }));
    try {
      renderPage(<PayFrame frame={frame()} />, opened(rent));
      global.fetch = fetched as unknown as typeof fetch;
      const token = () => document.querySelector<HTMLInputElement>('input[name=token]')?.value;
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      expect([token(), fetched.mock.calls.length]).toEqual(['first', 0]);
      jest.setSystemTime(Date.now() + 60 * 60_000);
      await act(() => jest.advanceTimersByTimeAsync(20_000));
      expect([token(), fetched.mock.calls.length]).toEqual(['second', 1]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('leads nowhere in the test mode', async () => {
    const given = frame({ mark: { test: true } });
    renderPage(<PayFrame frame={given} />, opened(rent));
    expect(document.querySelector('form')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Continuer chez Bank PCS' }));
    expect(screen.getByText(/^Mode test/)).toBeVisible();
    expect(given.send).toHaveBeenCalledWith({ type: 'complete' });
  });
});

describe('the exchange calculator', () => {
  const show = (answer: () => Answer = () => ({ body: rates }), values: Values = {}) => {
    const given = frame({ widget: 'exchange' });
    return { ...renderPage(<ExchangeFrame frame={given} />, { ...opened(values), fetch: answer }), given };
  };

  it('shows the result, the day of the rate and the markup', async () => {
    const { calls } = show(undefined, { amount: '100', from: 'EUR', to: 'USD' });
    expect(await screen.findByText(/^107,88\s\$US$/)).toBeVisible();
    expect(screen.getByText('Taux de référence du 23 nov. 2026')).toBeVisible();
    expect(screen.getByText('1 EUR = 1,0842 USD')).toBeVisible();
    expect(screen.getByText(/^Marge de la banque \(0,5\s%\)$/)).toBeVisible();
    expect(screen.getByText(/^−0,54\s\$US$/)).toBeVisible();
    expect(calls.map(({ path }) => path)).toEqual(['/embed/rates']);
  });

  it('names the set of rates that comes with the software in words', async () => {
    show(() => ({ body: { ...rates, source: 'built-in' } }));
    expect(
      await screen.findByText(/Source des taux\s: jeu de cours daté, fourni avec le logiciel\.$/),
    ).toBeVisible();
  });

  it('shows that rates are too old, and no result at them', async () => {
    show(() => ({ body: { ...rates, stale: true } }));
    expect(await screen.findByText(/trop anciens/)).toBeVisible();
    expect(screen.queryByText(/Marge/)).toBeNull();
  });

  it('can read the rates again', async () => {
    const answers: Answer[] = [{ status: 404, body: { error: 'x', code: 'NOT_FOUND', request_id: 'r' } }];
    show(() => answers.shift() ?? { body: rates });
    await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText(/^107,88\s\$US$/)).toBeVisible();
  });
});
