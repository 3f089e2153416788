import type { ListedEntity } from '../../ports/sanctions/sanctions-source';

const madeUp = 'Made-up list of the demonstration';

const entity = (number: number, countries: string, name: string, ...aliases: string[]): ListedEntity => ({
  entry: `made-up-${number}`,
  name,
  aliases,
  countries,
  programs: madeUp,
});

/** A list for a bank without a source of one. None of these persons and companies exists. */
export const builtInList: readonly ListedEntity[] = [
  entity(1, 'RU', 'Вадим Зорогуев', 'Vadim Zoroguev', 'Vadim Zoroguyev'),
  entity(2, 'KP', 'Pak Chol-ung Trading Corporation', 'Pakcholung Trading'),
  entity(3, 'IR', 'Bank Omid-e Talai', 'Omid Talai Bank'),
  entity(4, 'SY', 'سليم البرغوني', 'Salim al-Barghouni', 'Saleem Al Bargouni'),
  entity(5, 'BY', 'Таццяна Лукашынец', 'Tatsiana Lukashynets'),
  entity(6, 'FR', 'Octave Malendroit', 'Octavio Malendroit'),
  entity(7, 'CY', 'Zenobia Shipping Holdings', 'Zenobia Maritime'),
  entity(8, 'MM', 'Thuzar Min Zeyarlin'),
];
