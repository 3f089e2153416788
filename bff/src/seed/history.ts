import type { RandomSource } from '../platform/security/random-source.service';
import type { TransferKind } from '../money/ledger/movement';
import { timeOfDay } from './timeline';

/** A recurring movement of a person's account. Amounts are minor units, negative when spent. */
export interface Habit {
  kind: TransferKind;
  descriptions: string[];
  least: number;
  most: number;
  /** The interval in days, and the days since the last time. */
  every: number;
  ago: number;
}

export interface PastMovement {
  kind: TransferKind;
  description: string;
  amount: bigint;
  at: Date;
}

/** How far back the demonstration's movements reach. */
export const historyDays = 360;

const once = (
  kind: TransferKind,
  description: string,
  amount: number,
  every: number,
  ago: number,
): Habit => ({ kind, descriptions: [description], least: amount, most: amount, every, ago });

export const mariesHabits: Habit[] = [
  once('deposit', 'Premier versement', 120_000, historyDays, historyDays - 1),
  once('transfer', 'Salaire Atelier Lumière', 218_000, 30, 19),
  once('transfer', 'Loyer 12 rue des Lilas', -74_500, 30, 15),
  once('transfer', 'Électricité et gaz', -6_840, 30, 11),
  once('card', 'Forfait mobile', -1_999, 30, 9),
  once('withdrawal', 'Retrait distributeur Gare de Lyon', -6_000, 21, 6),
  once('deposit', 'Ajout de fonds', 15_000, 40, 17),
  {
    kind: 'card',
    descriptions: ['Marché des Halles', 'Boulangerie Martin', 'Supermarché du Canal', 'Librairie du Pont'],
    least: -7_400,
    most: -640,
    every: 5,
    ago: 1,
  },
  {
    kind: 'card',
    descriptions: ['Billet de train Paris – Lyon', 'Cinéma Le Méliès', 'Restaurant Chez Armelle'],
    least: -8_900,
    most: -1_150,
    every: 24,
    ago: 4,
  },
];

export const paulsHabits: Habit[] = [
  once('deposit', 'Premier versement', 90_000, historyDays, historyDays - 1),
  once('transfer', 'Salaire Menuiserie Kermarec', 192_000, 30, 21),
  once('transfer', 'Loyer 3 quai de la Fosse', -61_000, 30, 16),
  once('deposit', 'Ajout de fonds', 20_000, 60, 25),
  {
    kind: 'card',
    descriptions: ['Quincaillerie Nantaise', 'Épicerie du Port', 'Station-service de l’Erdre'],
    least: -8_200,
    most: -900,
    every: 12,
    ago: 2,
  },
];

/** All movements of the habits before `now`, unordered. */
export function pastMovements(habits: Habit[], now: Date, random: RandomSource): PastMovement[] {
  return habits.flatMap((habit) => occurrences(habit, now, random));
}

function occurrences(
  { kind, descriptions, least, most, every, ago }: Habit,
  now: Date,
  random: RandomSource,
) {
  const found: PastMovement[] = [];
  for (let days = ago; days < historyDays; days += every) {
    found.push({
      kind,
      description: descriptions[random.below(descriptions.length)] ?? '',
      amount: BigInt(least + random.below(most - least + 1)),
      at: timeOfDay(now, days, random),
    });
  }
  return found;
}
