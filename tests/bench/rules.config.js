import base from '../../jest.config.js';

const project = base.projects.find(({ displayName }) => displayName === 'api');

/** `npm run bench:rules`: recall and false alarms of the demonstration's rules, a replay of a million events, and scoring. */
export default {
  ...project,
  testMatch: ['<rootDir>/tests/bench/rules/*.bench.ts'],
  maxWorkers: 1,
  testTimeout: 3_600_000,
};
