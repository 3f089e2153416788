import type { Bank } from './bank';
import { newCustomer, type TestConnection } from './customers';
import { operatorToken } from './release-fixture';
import { newAdministrator } from './staff';

/** Who deals with releases, in a test on the bank of the worker: the operator's token, a customer and an administrator. */
export const releasePeople = async (bank: Bank, database: TestConnection) => ({
  token: await operatorToken(bank),
  customer: await newCustomer(bank.shellUrl),
  admin: await newAdministrator(bank.shellUrl, database),
});
