import { startBank, type Bank } from './bank';
import ServerEnvironment from './server-environment';

/** Most calls come from one address; others name theirs in the header of a trusted proxy. */
const env = { TRUST_PROXY: '1', CALLS_PER_MINUTE: '100000' };

/** Shared by all test files of one Jest worker; its server ends with the worker's process. */
let bank: Promise<Bank> | undefined;

/** Node with a running bank; see `sharedBank`. */
export default class BankEnvironment extends ServerEnvironment {
  override async setup() {
    await super.setup();
    bank ??= startBank({ env, seed: true });
    this.global.bank = await bank;
  }
}
