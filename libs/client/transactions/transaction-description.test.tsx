import { renderPage } from '../../../tests/support/ui';
import { act, screen } from '@testing-library/react';
import { setLanguage } from '@bank/i18n/language';
import { useDescription } from './transaction-description';

it.each([
  ['Ajout de fonds', 'Ajout de fonds', 'Funds added'],
  ['Frais hebdomadaires', 'Frais hebdomadaires', 'Weekly fee'],
  ['Paul Petit – Loyer', 'Paul Petit – Loyer', 'Paul Petit – Loyer'],
  ['Ajustement de solde : Erreur', 'Ajustement de solde : Erreur', 'Balance adjustment: Erreur'],
  ['Boulangerie Martin', 'Boulangerie Martin', 'Boulangerie Martin'],
  ['Paiement revenu\u00a0: Anne', 'Paiement revenu : Anne', 'Payment returned: Anne'],
  ['Prélèvement remboursé\u00a0: EDF', 'Prélèvement remboursé : EDF', 'Direct debit refunded: EDF'],
  ['', 'Dépôt', 'Deposit'],
])('translates "%s" to the language of the page', (description, french, english) => {
  const Description = () => <p>{useDescription()({ description, type: 'deposit' })}</p>;
  renderPage(<Description />, { fetch: () => ({ body: {} }) });
  expect(screen.getByText(french)).toBeInTheDocument();
  act(() => setLanguage('en'));
  expect(screen.getByText(english)).toBeInTheDocument();
});
