import { Injectable } from '@nestjs/common';
import { rowOf, text } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { AddressLimits } from '../../platform/security/address-limits.service';
import { shortName } from '../../people/users/short-name';

const nameRow = rowOf({ given: text, family: text });

/** The names of customers as other customers read them. */
@Injectable()
export class CustomerNamesService {
  constructor(
    private readonly database: Database,
    private readonly limits: AddressLimits,
  ) {}

  /**
   * A customer's first name and initial, as a search finds them; it counts as one, so that calls that are never approved do
   * not list the bank's customers. Beyond the searches of an hour, the client number.
   */
  async shown(userId: number, customerId: number): Promise<string> {
    const isWithin = await this.limits.takeOfPerson(this.database, 'payee_searches', userId).then(
      () => true,
      () => false,
    );
    const sql = 'SELECT first_name AS given, last_name AS family FROM users WHERE id = ?';
    const found = isWithin && (await this.database.row(nameRow, sql, [customerId]));
    return found ? shortName(found) : `n° ${customerId}`;
  }
}
