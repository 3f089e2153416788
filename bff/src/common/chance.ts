import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';

/** Letters and digits that nobody mistakes for one another when read aloud or copied by hand. */
const unambiguous = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** The source of everything drawn by lot; the seed replaces it by one that always draws the same. */
@Injectable()
export class Chance {
  /** A whole number from 0 up to, not including, `bound`. */
  below(bound: number): number {
    return randomInt(bound);
  }

  /** A reference that people read and type, such as `TR-7KX2M9QD4RTB`: 30^length values per prefix. */
  reference(prefix: string, length = 12): string {
    const characters = Array.from({ length }, () => unambiguous[this.below(unambiguous.length)]);
    return `${prefix}-${characters.join('')}`;
  }

  /** `length` decimal digits. */
  digits(length: number): string {
    return Array.from({ length }, () => this.below(10)).join('');
  }
}
