/**
 * The architecture's laws on imports: `contracts ← i18n ← ui ← client ← remotes`, `contracts ← bff`.
 * tests/rules/boundaries.test.ts shows that each rule still refuses what it is there to refuse.
 */
const libraries = ['contracts', 'i18n', 'ui', 'client'];

/** Each library may import itself and those before it. */
const upward = libraries.map((name, rank) => ({
  name: `${name}-imports-nothing-above`,
  comment: `libs/${name} is below what it imports here; dependencies run contracts ← i18n ← ui ← client ← remotes.`,
  severity: 'error',
  from: { path: `^libs/${name}/` },
  to: {
    path: '^(libs|hosts|remotes|bff)/',
    pathNot: [`^libs/(${libraries.slice(0, rank + 1).join('|')})/`, '/node_modules/'],
  },
}));

/** The folders of a library, each above those before it; they begin the library's README as well. */
const folderOrder = {
  ui: ['theme', 'layout', 'overlays', 'feedback', 'actions', 'data', 'fields', 'gallery'],
  client: [
    'locales',
    'http',
    'hooks',
    'live',
    'session',
    'offline',
    'remotes',
    'forms',
    'host',
    'transactions',
    'staff',
  ],
};

/** A folder imports itself and the folders before it. */
const upwardFolders = Object.entries(folderOrder).flatMap(([library, folders]) =>
  folders.map((folder, rank) => ({
    name: `${library}-${folder}-imports-nothing-above`,
    comment: `libs/${library}/README.md has the order of the folders.`,
    severity: 'error',
    from: { path: `^libs/${library}/${folder}/` },
    to: {
      path: `^libs/${library}/`,
      pathNot: `^libs/${library}/(${folders.slice(0, rank + 1).join('|')})/`,
    },
  })),
);

/** The layers of the server, each with its modules from the ground up. */
const layers = {
  platform: [
    'config',
    'errors',
    'metrics',
    'tracing',
    'database',
    'time',
    'bank-settings',
    'security',
    'http',
    'tasks',
    'exports',
    'audit',
    'events',
    'incidents',
    'jobs',
    'mail',
    'files',
    'documents',
    'health',
    'servers',
    'measurements',
    'backups',
    'openapi',
  ],
  people: [
    'users',
    'notifications',
    'work',
    'cases',
    'rules',
    'auth',
    'approvals',
    'passkeys',
    'staff-approvals',
    'rule-administration',
    'screening',
    'kyc',
    'identity-check',
    'settings',
    'push',
    'live',
    'delivery',
    'user-administration',
  ],
  ports: [
    'messages',
    'payment-rail',
    'card-network',
    'rates',
    'sanctions',
    'text-messages',
    'web-push',
    'webhooks',
  ],
  money: [
    'ledger',
    'anchors',
    'rates',
    'accounts',
    'top-ups',
    'cards',
    'scheduled-payments',
    'fees',
    'transactions',
    'statements',
    'overview',
    'receipts',
    'direct-debits',
    'payees',
    'payments',
    'reconciliation',
    'reports',
    'stats',
    'transfers',
    'standing-orders',
    'exchange',
    'card-payments',
    'disputes',
    'appeals',
    'money-flow',
    'case-relations',
    'staff-finder',
  ],
  care: ['support', 'conversations', 'incidents', 'messages'],
  privacy: ['retention', 'data-export', 'closing', 'erasure'],
  front: [
    'inline-scripts',
    'releases',
    'remote-errors',
    'remotes',
    'webhooks',
    'applications',
    'embed',
    'sites',
  ],
};
/** The layers that each layer stands on. */
const ground = {
  platform: [],
  ports: ['platform'],
  people: ['platform', 'ports'],
  money: ['platform', 'people', 'ports'],
  care: ['platform', 'people', 'ports'],
  privacy: ['platform', 'ports', 'people', 'money', 'care'],
  front: ['platform', 'people', 'ports'],
};

/** A module imports itself, the modules before it in its layer, and the layers below. */
const upwardModules = Object.entries(layers).flatMap(([layer, modules]) =>
  modules.map((module, rank) => ({
    name: `${layer}-${module}-imports-nothing-above`,
    comment: `bff/src/${layer}/README.md has the order of the modules.`,
    severity: 'error',
    from: { path: `^bff/src/${layer}/${module}/` },
    to: {
      path: '^bff/src/',
      pathNot: [
        `^bff/src/${layer}/(${modules.slice(0, rank + 1).join('|')})/`,
        ...ground[layer].map((below) => `^bff/src/${below}/`),
      ],
    },
  })),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...upward,
    ...upwardFolders,
    ...upwardModules,
    {
      name: 'every-module-has-a-place',
      comment: 'A new folder of the server takes its place in the order above.',
      severity: 'error',
      from: {
        path: '^bff/src/(platform|people|ports|money|care|privacy|front)/[^/]+/',
        pathNot: Object.entries(layers).map(
          ([layer, modules]) => `^bff/src/${layer}/(${modules.join('|')})/`,
        ),
      },
      to: {},
    },
    {
      name: 'every-folder-has-a-place',
      comment: 'A new folder of a library takes its place in the order above.',
      severity: 'error',
      from: {
        path: '^libs/(ui|client)/[^/]+/',
        pathNot: Object.entries(folderOrder).map(
          ([name, folders]) => `^libs/${name}/(${folders.join('|')})/`,
        ),
      },
      to: {},
    },
    {
      name: 'nothing-imports-the-seed',
      comment: 'What runs knows nothing of the demonstration data; the command that seeds does.',
      severity: 'error',
      from: { path: '^bff/src/', pathNot: '^bff/src/(seed/|bank-commands\\.ts$)' },
      to: { path: '^bff/src/seed/' },
    },
    {
      name: 'embed-imports-contracts-only',
      comment:
        'A partner page loads it: the loader must stay tiny. Its React wrapper may import react, and its types those of Vue and Svelte.',
      severity: 'error',
      from: { path: '^libs/embed/' },
      to: {
        pathNot: [
          '^libs/(embed|contracts)/',
          '/node_modules/(react|@types/react|svelte|vue)/',
          '^node_modules/(react|@types/react|svelte|vue)/',
        ],
      },
    },
    {
      name: 'frame-imports-contracts-only',
      comment: 'A frame on a partner’s page starts from it: it must stay light.',
      severity: 'error',
      from: { path: '^libs/frame/' },
      // Its small texts follow the language by React, and their test compares them with i18next.
      to: { pathNot: '^libs/(frame|contracts)/|^node_modules/(@types/)?(react|i18next)/' },
    },
    {
      name: 'remote-imports-no-other-remote',
      comment: 'A remote is shipped alone. What two remotes share belongs in libs.',
      severity: 'error',
      from: { path: '^remotes/([^/]+)/' },
      to: { path: '^remotes/', pathNot: '^remotes/$1/' },
    },
    {
      name: 'host-imports-no-remote',
      comment: 'A host learns of remotes from the registry alone.',
      severity: 'error',
      from: { path: '^hosts/' },
      to: { path: '^remotes/' },
    },
    {
      name: 'nothing-imports-a-host',
      comment: 'A host is the end of the line.',
      severity: 'error',
      from: { path: '^(libs|remotes)/' },
      to: { path: '^hosts/' },
    },
    {
      name: 'host-imports-no-other-host',
      comment: 'Hosts share code through libs.',
      severity: 'error',
      from: { path: '^hosts/([^/]+)/' },
      to: { path: '^hosts/', pathNot: '^hosts/$1/' },
    },
    {
      name: 'world-imports-contracts-only',
      comment: 'The world is outside the bank: they share the contracts of the rails, and nothing else.',
      severity: 'error',
      from: { path: '^hosts/world/' },
      to: { path: '^(libs|hosts|remotes|bff)/', pathNot: '^(hosts/world|libs/contracts)/' },
    },
    {
      name: 'bff-imports-contracts-only',
      comment: 'The server shares with the screens the contracts, and nothing else.',
      severity: 'error',
      from: { path: '^bff/' },
      to: { path: '^(libs|hosts|remotes)/', pathNot: '^libs/contracts/' },
    },
    {
      name: 'front-imports-no-server',
      comment: 'A screen reaches the server through libs/client alone.',
      severity: 'error',
      from: { path: '^(libs|hosts|remotes)/' },
      to: { path: '^bff/' },
    },
    {
      name: 'no-cycle',
      comment: 'Two files that need each other are one file, or hide a third.',
      severity: 'error',
      from: { path: '^(libs|hosts|remotes|bff)/' },
      to: { circular: true },
    },
    {
      name: 'import-resolves',
      comment: 'An import that leads nowhere would escape every rule above.',
      severity: 'error',
      from: {},
      // What the build renders or writes, chosen by its recipe.
      to: { couldNotResolve: true, pathNot: '^(prerendered|virtual:provided)$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // A test may look at anything, and build recipes, scripts and results are no part of the product.
    exclude: {
      path: [
        '\\.test\\.tsx?$',
        '^libs/cli/',
        '^libs/embed/examples/',
        '/dist/',
        'webpack\\.',
        '\\.(css|json|svg|png|woff2)$',
      ],
    },
    tsPreCompilationDeps: true,
    preserveSymlinks: false,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
