import { marie, press, renderPage, signInBeforeEach, type } from '../../../../tests/support/ui';
import { screen } from '@testing-library/react';
import { ClosingCard } from './closing-card';

signInBeforeEach();

const outlook = {
  closing: null,
  obstacles: [],
  currencies: [],
  balance: 67.5,
  holder: 'Marie Lefèvre',
  kept: [],
};

it('asks for the account that gets the balance before it asks whether that is right', async () => {
  const { sent } = renderPage(<ClosingCard />, {
    fetch: ({ path }) => ({ body: path === '/auth/me' ? marie : outlook }),
  });
  const close = 'Clôturer ma relation';
  await press(close);
  expect(await screen.findByText('Une réponse est à revoir')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  await type(/^IBAN/, 'DE89 3704 0044 0532 0130 00');
  await press(close);
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    /67,50\s€ sur DE89 3704 0044 0532 0130 00/,
  );
  expect(sent()).toEqual([]);
});
