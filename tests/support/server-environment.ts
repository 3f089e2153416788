import { TestEnvironment } from 'jest-environment-node';
import { requireOutside } from './outside';

/** Node, where the server and its packages are loaded once for all test files: see `requireOutside`. */
export default class ServerEnvironment extends TestEnvironment {
  override async setup() {
    await super.setup();
    // The server's schemas ask whether what a test gives them is a date.
    Object.assign(this.global, { requireOutside, Date });
  }
}
