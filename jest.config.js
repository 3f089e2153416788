import os from 'node:os';

/**
 * Everything becomes CommonJS: Nest's ES modules fail in Jest's own module mode on Node 20, and one way for all
 * is simpler than two. Hence packages that are ES modules are compiled as well.
 * @param {{ server?: boolean }} options the server needs decorators and their metadata
 */
const compile = ({ server = false, transformer = 'compile' } = {}) => [
  `<rootDir>/tests/support/${transformer}.cjs`,
  {
    sourceMaps: 'inline',
    module: { type: 'commonjs' },
    jsc: {
      target: 'es2022',
      parser: server ? { syntax: 'typescript', decorators: true } : { syntax: 'typescript', tsx: true },
      transform: server
        ? { legacyDecorator: true, decoratorMetadata: true }
        : { react: { runtime: 'automatic', development: true } },
      keepClassNames: true,
    },
  },
];

/** Tests that run in `npm run test:all` alone; by the rule in tests/README.md. */
const long = process.env.TEST_ALL ? [] : ['\\.long\\.test\\.tsx?$'];

const common = {
  rootDir: import.meta.dirname,
  cacheDirectory: `${import.meta.dirname}/.cache/jest`,
  runtime: '<rootDir>/tests/support/shared-code-runtime.cjs',
  transformIgnorePatterns: [],
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.data/', '<rootDir>/.cache/'],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json'],
  testPathIgnorePatterns: ['/node_modules/', ...long],
};

/** TypeScript names a file by what it becomes: `./thing.js` is `./thing.ts` here. */
const sources = { '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts', '$1.tsx', '$1/index.js'] };

/** Tests of the front, by their extension. */
const unit = (/** @type {'ts' | 'tsx'} */ extension) => ({
  ...common,
  displayName: 'unit',
  // The project holds no copy of the official schemas that these tests validate by.
  testPathIgnorePatterns: [
    ...common.testPathIgnorePatterns,
    ...(process.env.ISO20022_SCHEMAS ? [] : ['\\.schema\\.test\\.ts$']),
    // Prometheus' own tool, which `npm run test:all` installs.
    ...(process.env.PROMTOOL ? [] : ['\\.promtool\\.test\\.ts$']),
  ],
  testMatch: ['libs', 'remotes', 'hosts/{shell,back-office}', 'tests/rules'].map(
    (folder) => `<rootDir>/${folder}/**/*.test.${extension}`,
  ),
  transform: { '\\.(ts|tsx|js|mjs|cjs)$': compile() },
  moduleNameMapper: {
    '\\.module\\.css$': '<rootDir>/tests/support/css-module.cjs',
    '\\.(css|svg|png|woff2)$': '<rootDir>/tests/support/asset.cjs',
    ...sources,
  },
  setupFiles: ['<rootDir>/tests/support/browser-polyfills.cjs'],
});

/** @type {import('jest').Config} */
export default {
  // Jest reads it here alone, and not in a project: the api tests start servers and databases, ms; a busy machine is slow.
  testTimeout: 60_000,
  maxWorkers: Math.min(3, os.availableParallelism() + 1),
  testSequencer: '<rootDir>/tests/support/slowest-first.cjs',
  projects: [
    {
      ...unit('tsx'),
      testEnvironment: 'jsdom',
      setupFilesAfterEnv: ['<rootDir>/tests/support/matchers.ts'],
    },
    // Tests without JSX need no document; a file that still needs one requests it in its docblock.
    unit('ts'),
    {
      ...common,
      displayName: 'bff',
      testEnvironment: '<rootDir>/tests/support/server-environment.ts',
      testMatch: ['<rootDir>/bff/**/*.test.ts', '<rootDir>/tests/bench/**/*.test.ts'],
      transform: { '\\.(ts|js|mjs|cjs)$': compile({ server: true, transformer: 'outside-transform' }) },
      moduleNameMapper: sources,
    },
    {
      ...unit('ts'),
      displayName: 'world',
      testMatch: ['<rootDir>/hosts/world/**/*.test.ts'],
      globalSetup: '<rootDir>/tests/support/global-setup.ts',
    },
    {
      ...common,
      displayName: 'api',
      // Backups and failover need MariaDB's own tools and HAProxy, which `npm run test:all` installs.
      testPathIgnorePatterns: [
        ...common.testPathIgnorePatterns,
        ...(process.env.MARIADB_BACKUP ? [] : ['\\.rehearsal\\.test\\.ts$']),
      ],
      testEnvironment: '<rootDir>/tests/support/server-environment.ts',
      testMatch: ['<rootDir>/tests/api/**/*.test.ts'],
      transform: { '\\.(ts|js|mjs|cjs)$': compile({ server: true, transformer: 'outside-transform' }) },
      moduleNameMapper: sources,
      globalSetup: '<rootDir>/tests/support/global-setup.ts',
    },
  ],
};
