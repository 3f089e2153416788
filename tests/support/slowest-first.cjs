const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * What takes longest, though its file may be short: Jest, which knows no times on a fresh machine, would start it last.
 * The first has the demonstration's data made; the others need none of it, and run meanwhile.
 */
const first = [
  'seed',
  'bank.long',
  'health',
  'push',
  'partner-webhooks',
  'releases',
  'closing',
  'closing-returns',
  'errors',
  'shells',
  'statements',
  'address-limits',
  'direct-debits-due',
  'second-factors',
].map((name) => `${name}.test.ts`);

/** Begins with these files, so that no worker has one of them to itself at the end. */
module.exports = class SlowestFirst extends Sequencer {
  async sort(tests) {
    const rank = ({ path: file }) =>
      (first.indexOf(path.basename(file)) + first.length + 1) % (first.length + 1);
    const sorted = await super.sort(tests);
    return sorted.sort((left, right) => rank(left) - rank(right));
  }
};
