import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';

/** Letters and digits that are not confused when read aloud or copied by hand. */
const unambiguous = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';

/** The source of random references and codes; the seed replaces it by a deterministic one. */
@Injectable()
export class RandomSource {
  /** A whole number from 0 up to, not including, `bound`. */
  below(bound: number): number {
    return randomInt(bound);
  }

  /** A reference that people can read and type, such as `TR-7KX2M9QD4RTB`: 30^length values per prefix. */
  reference(prefix: string, length = 12): string {
    const characters = Array.from({ length }, () => unambiguous[this.below(unambiguous.length)]);
    return `${prefix}-${characters.join('')}`;
  }

  /** `length` decimal digits. */
  digits(length: number): string {
    return Array.from({ length }, () => this.below(10)).join('');
  }
}
