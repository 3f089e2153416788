const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** What takes longest, though its file may be short: Jest, which knows no times on a fresh machine, would start it last. */
const slowest = [
  ...['seed', 'bank', 'health', 'releases', 'documents-bucket', 'sites', 'events', 'delivery'],
  ...['sign-in-flood', 'errors', 'address-limits', 'grown-bank'],
].map((name) => `${name}.test.ts`);

/** Begins with the slowest files, so that no worker has one of them to itself at the end. */
module.exports = class SlowestFirst extends Sequencer {
  async sort(tests) {
    const rank = ({ path: file }) =>
      (slowest.indexOf(path.basename(file)) + slowest.length + 1) % (slowest.length + 1);
    const sorted = await super.sort(tests);
    return sorted.sort((left, right) => rank(left) - rank(right));
  }
};
