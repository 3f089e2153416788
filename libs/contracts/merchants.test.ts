import { cleanMerchantName, merchantCategory } from './merchants';

it.each([
  ['SQ *BOULANGERIE DU PORT 0042 MARSEILLE', 'Boulangerie du Port'],
  ['PAYPAL *BOOK BARN 0042', 'Book Barn'],
  ['LIVRES-ET-PAGES.FR', 'Livres-et-Pages'],
  ['LE PETIT ZINC  PARIS 11', 'Le Petit Zinc'],
  ["L'ATELIER DE L'ETOILE", "L'Atelier de L'Etoile"],
  ['SUMUP *MARCHÉ AUX FLEURS N°12', 'Marché aux Fleurs'],
  ['Billet de train Paris – Lyon', 'Billet de train Paris – Lyon'],
  ['ET CETERA', 'Et Cetera'],
  // Nothing is left of it: better the network's words than none.
  ['SQ *', 'Sq *'],
])('reads the shop’s own name out of %j', (raw, name) => {
  expect(cleanMerchantName(raw)).toBe(name);
});

it('never empties a name, and cleans a clean one no further', () => {
  for (const raw of [' 0042', '.com', '*', 'N°', '12345', "'-'"]) {
    const name = cleanMerchantName(raw);
    expect(name).not.toBe('');
    expect(cleanMerchantName(name)).toBe(name);
  }
});

it('knows the kind of a shop by the code of ISO 18245, and any other as other', () => {
  expect(['5411', '5812', '4111', '6011', '5999', '0000', 'x'].map(merchantCategory)).toEqual([
    'groceries',
    'restaurants',
    'transport',
    'cash',
    'shopping',
    'other',
    'other',
  ]);
});
