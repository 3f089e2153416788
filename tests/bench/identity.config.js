import base from '../../jest.config.js';

const project = base.projects.find(({ displayName }) => displayName === 'api');

/** `npm run bench:identity`: 200 made-up identity documents, judged as the bank does. */
export default {
  ...project,
  testMatch: ['<rootDir>/tests/bench/identity/identity.bench.ts'],
  testTimeout: 1_200_000,
};
