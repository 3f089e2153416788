import { marie, renderPage, signInBeforeEach } from '../../../../tests/support/ui';
import { screen } from '@testing-library/react';
import type { Card } from '@bank/contracts/cards';
import { CardState } from './card-state';

signInBeforeEach();

const lost = { id: 4, state: 'lost', card_number: '**** **** **** 1111', expiry_date: '2029-11-30' } as Card;

it('leads from a lost card to the one in its place, or to ordering one', () => {
  const { unmount } = renderPage(<CardState card={lost} replacement={{ ...lost, id: 5, state: 'active' }} />);
  expect(screen.getByRole('link', { name: /qui la remplace/ })).toHaveAttribute('href', '/dashboard/cards/5');
  expect(screen.queryByText(/Aucune autre carte/)).toBeNull();
  unmount();
  renderPage(<CardState card={lost} replacement={undefined} />);
  expect(screen.getByText(/Aucune autre carte ne la remplace/)).toBeVisible();
});

it('promises cash machines to a card with a code alone', () => {
  const active = { ...lost, state: 'active', has_pin: true } as Card;
  const { unmount } = renderPage(<CardState card={active} replacement={undefined} />);
  expect(screen.getByText(/en magasin, en ligne et aux distributeurs jusqu’au/)).toBeVisible();
  unmount();
  renderPage(<CardState card={{ ...active, has_pin: false }} replacement={undefined} />);
  expect(screen.getByText(/aux distributeurs une fois le code secret choisi/)).toBeVisible();
});

it('leads from an expired card to ordering one', () => {
  const expired = { ...lost, state: 'expired', expiry_date: '2026-10-31' } as Card;
  renderPage(<CardState card={expired} replacement={undefined} />);
  expect(screen.getByText(/Son dernier jour : 31 oct. 2026/)).toBeVisible();
  expect(screen.getByText(/Aucune autre carte ne la remplace/)).toBeVisible();
});

it.each([
  ['rejected', 'a lost card', {}, true],
  ['approved', 'a lost card', {}, false],
  ['rejected', 'a lost virtual card', { virtual: true }, false],
])('with an identity that is %s, %s without another leads to the identity: %s', async (...row) => {
  const [kyc_status, , changed, isNamed] = row;
  renderPage(<CardState card={{ ...lost, ...changed }} replacement={undefined} />, {
    fetch: () => ({ body: { ...marie, kyc_status } }),
  });
  const words = isNamed ? /demande une identité vérifiée/ : /vous pouvez en commander une/;
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryAllByRole('link', { name: 'Faire vérifier mon identité' })).toHaveLength(
    isNamed ? 1 : 0,
  );
});
