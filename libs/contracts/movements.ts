/** What the books say of a movement in the bank's own words, which are French; a screen says it in its language. */
export const bankWords = {
  adjustment: 'Ajustement de solde',
  deposit: 'Ajout de fonds',
  fee: 'Frais hebdomadaires',
} as const;
