import { TestEnvironment } from 'jest-environment-node';
import { requireOutside } from './outside';

/** What the server asks of a test's values, and a test of the server's errors: whether they are instances of these. */
const shared = { Date, Error, Map, RangeError, SyntaxError, TypeError };

/** Of all files of this worker: see `createDatabase`. */
const leftDatabases: string[] = [];

/** Node, where the server and its packages are loaded once for all test files: see `requireOutside`. */
export default class ServerEnvironment extends TestEnvironment {
  override async setup() {
    await super.setup();
    Object.assign(this.global, shared, { requireOutside, leftDatabases });
  }
}
