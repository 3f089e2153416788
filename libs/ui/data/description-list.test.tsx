import { render, screen } from '@testing-library/react';
import { Fact, DescriptionList } from './description-list';

it('names each value, and omits facts without one', () => {
  render(
    <DescriptionList>
      <Fact name="Bénéficiaire">Paul Nguyen</Fact>
      <Fact name="Téléphone">{null}</Fact>
      <Fact name="Motif">{''}</Fact>
      <Fact name="Montant">25,00 €</Fact>
      <Fact name="Documents">{0}</Fact>
    </DescriptionList>,
  );
  const textsOf = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);
  expect(textsOf('term')).toEqual(['Bénéficiaire', 'Montant', 'Documents']);
  expect(textsOf('definition')).toEqual(['Paul Nguyen', '25,00 €', '0']);
});
