import { press, signInBeforeEach } from '../../../../tests/support/ui';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bankDay } from '@bank/i18n/format';
import { bodies, iban, payment, renderOver, review, reviewIban } from './transfer-fixture';

signInBeforeEach();

describe('the timing', () => {
  it('plans a payment for a day to come', async () => {
    const view = renderOver({}, payment('scheduled'));
    await reviewIban();
    await press('À une date');
    await press('Continuer');
    expect(await screen.findByLabelText('Date du virement')).toHaveAccessibleDescription(/obligatoire/);
    const day = bankDay(Date.now() + 3 * 86_400_000);
    await userEvent.type(screen.getByLabelText('Date du virement'), day);
    await press('Continuer');
    await press(/^Envoyer 3,00\s€$/);
    expect(await screen.findByText('Virement prévu')).toBeInTheDocument();
    expect(bodies(view)).toMatchObject([{ execution_date: day }]);
  });

  it.each([
    ['the day before the clocks change, late', '2026-03-28T22:30:00Z', '2026-03-29'],
    ['the day on which they change back, early', '2026-10-24T22:30:00Z', '2026-10-26'],
  ])('begins tomorrow, also on %s', async (_what, now, tomorrow) => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
    renderOver({}, payment('scheduled'));
    await reviewIban();
    await press('À une date');
    await press('Continuer');
    expect(await screen.findByLabelText('Date du virement')).toHaveAttribute('min', tomorrow);
    jest.restoreAllMocks();
  });

  it('does not promise to send a scheduled payment that awaits approval at once', async () => {
    renderOver({}, payment('awaiting_approval'));
    await reviewIban();
    await press('À une date');
    await userEvent.type(screen.getByLabelText('Date du virement'), bankDay(Date.now() + 3 * 86_400_000));
    await press('Continuer');
    await press(/^Envoyer 3,00\s€$/);
    expect(await screen.findByText('Virement en attente de validation')).toBeInTheDocument();
    expect(screen.getByText(/partira le jour choisi si la banque a validé/)).toBeInTheDocument();
  });

  it('orders a standing order, and saves the account that it goes to', async () => {
    const view = renderOver(
      {},
      () => ({ status: 201, body: { id: 9 } }),
      () => ({ status: 201, body: { id: 1, next_run: '2027-01-31' } }),
    );
    await reviewIban();
    await press('Régulièrement');
    await userEvent.selectOptions(screen.getByLabelText('Rythme'), 'Chaque mois');
    const day = bankDay(Date.now() + 86_400_000);
    await userEvent.type(screen.getByLabelText('Premier virement le'), day);
    await press('Continuer');
    expect(screen.getByText(/tant que vous ne l’arrêtez pas/)).toBeInTheDocument();
    await press(/^Enregistrer 3,00\s€, chaque mois$/);
    expect(await screen.findByText('Virement permanent enregistré')).toBeInTheDocument();
    expect(view.sent().map(({ path, body }) => [path, body])).toEqual([
      ['/beneficiaries', { name: 'Zoe Kruger', account: iban }],
      ['/standing-orders', { beneficiary_id: 9, amount: 3, frequency: 'monthly', first_run: day }],
    ]);
  });

  it.each([
    [
      'À une date',
      'Date du virement',
      /^Envoyer/,
      /peut-être déjà prévu pour son jour\s: vos transactions/,
      /l’argent ne part/,
    ],
    [
      'Régulièrement',
      'Premier virement le',
      /^Enregistrer/,
      /permanent est peut-être déjà enregistré\s: la/,
      /l’ordre n’est enregistré/,
    ],
  ])('%s: where to see what became of a lost answer', async (timing, field, action, notice, once) => {
    renderOver({});
    await reviewIban();
    await press(timing);
    await userEvent.type(screen.getByLabelText(field), bankDay(Date.now() + 3 * 86_400_000));
    await press('Continuer');
    await press(action);
    expect(await screen.findByText(notice)).toBeVisible();
    expect(screen.getByText(once)).toHaveTextContent(/^Vous pouvez réessayer sans risque/);
  });

  it('gives the reference of a fault that kept the account from being saved', async () => {
    renderOver({}, () => ({ status: 502, headers: { 'X-Request-Id': 'r-502' } }));
    await reviewIban();
    await press('Régulièrement');
    await userEvent.type(screen.getByLabelText('Premier virement le'), bankDay(Date.now() + 86_400_000));
    await press('Continuer');
    await press(/^Enregistrer 3,00\s€, /);
    expect(await screen.findByRole('alert')).toHaveTextContent('r-502');
  });

  it('names the last day of a standing order that has one', async () => {
    renderOver({});
    await reviewIban();
    await press('Régulièrement');
    const day = bankDay(Date.now() + 86_400_000);
    await userEvent.type(screen.getByLabelText('Premier virement le'), day);
    await userEvent.type(screen.getByLabelText(/^Jusqu’au/), '2099-01-31');
    await press('Continuer');
    expect(await screen.findByText(/le matin de son jour, jusqu’au 31 janv\. 2099\./)).toBeInTheDocument();
  });

  it('of a transfer between customers has no date of its own', async () => {
    const view = renderOver({}, () => ({ status: 201, body: { id: 1, next_run: null } }));
    await press('À un IBAN');
    await press('À une date');
    await press('À un client Bank PCS');
    expect(screen.queryByRole('button', { name: 'À une date' })).not.toBeInTheDocument();
    await press('Régulièrement');
    await review('7', '5');
    await userEvent.type(await screen.findByLabelText('Premier virement le'), '2020-01-01');
    await press('Continuer');
    await waitFor(() =>
      expect(screen.getByLabelText('Premier virement le')).toHaveAccessibleDescription(
        /Choisissez un jour à partir d’aujourd’hui/,
      ),
    );
    expect(view.sent()).toEqual([]);
  });
});
