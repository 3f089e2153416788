import { filesOf } from './files.mjs';

/**
 * The files of a repository that holds one remote and nothing else.
 * @param {string} name such as `savings-goals`
 * @param {Record<string, string>} versions of the packages, exact
 * @param {string} [registry] of the packages, if it is not npm's own
 * @returns {Record<string, string>}
 */
export function outsideFilesOf(name, versions, registry) {
  const inside = Object.entries(filesOf(name, ''));
  return {
    // Its test needs the test tools of the bank's repository.
    ...Object.fromEntries(inside.filter(([file]) => !file.includes('.test.'))),
    'remote.json': manifestOf(filesOf(name, '')['remote.json'] ?? ''),
    'package.json': json(packageOf(name, versions)),
    'webpack.config.js': `import { remote } from '@bank/cli/webpack';\n\nexport default remote(import.meta.url);\n`,
    'tsconfig.json': json({ extends: '@bank/cli/tsconfig', include: ['src'] }),
    '.npmrc': `${registry ? `@bank:registry=${registry}\n` : ''}save-exact=true\n`,
    '.gitignore': 'node_modules/\n.cache/\n',
    'README.md': readmeOf(name),
    '.github/CODEOWNERS': OWNERS,
    '.github/workflows/remote.yml': workflowOf(registry),
  };
}

const json = (/** @type {unknown} */ value) => `${JSON.stringify(value, null, 2)}\n`;

/** Lets an editor complete routes and slots. @param {string} manifest */
const manifestOf = (manifest) =>
  json({ $schema: './node_modules/@bank/contracts/remote.schema.json', ...JSON.parse(manifest) });

/** @param {string} name @param {Record<string, string>} versions */
function packageOf(name, versions) {
  const pick = (/** @type {string[]} */ names) =>
    Object.fromEntries(names.map((each) => [each, versions[each]]));
  return {
    name: `@bank/remote-${name}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    sideEffects: ['**/*.css'],
    scripts: { check: 'tsc', dev: 'bank-dev', ship: 'bank-ship' },
    dependencies: pick(['@bank/client', '@bank/contracts', '@bank/i18n', '@bank/ui', 'react']),
    devDependencies: pick(['@bank/cli', '@types/react', '@types/react-dom', 'typescript']),
  };
}

/** @param {string} name */
const readmeOf = (name) => `# ${name}

A remote of Bank PCS: its screens run inside the bank's shells, and this repository ships them by itself.

    npm run check                         # types: routes, slots and calls of the bank included
    npm run ship -- --dry-run             # build and check; changes nothing
    npm run ship -- --preview             # upload, and print the address for an administrator
    npm run dev                           # hot reload inside a deployed shell, once something was uploaded
    npm run ship -- --canary 10           # release to a tenth of the visitors
    npm run ship -- --promote             # everybody
    npm run ship -- --rollback --reason "the total is wrong"
    npm run ship -- --gallery             # a link to every component of the bank, and the stories of all remotes

\`SHIP_SERVER\` names the bank, \`DEPLOY_TOKEN\` is this team's: an administrator creates it in the back-office, under
_Releases_. The routes and slots of the bank are the types \`BankRoute\` and \`BankSlot\` of \`@bank/contracts/bank-map\`; what its
calls take and return is in the other files of \`@bank/contracts\`, one for each domain, and its description at
\`/api/docs\` of the bank.

\`.github/workflows/remote.yml\` gives every pull request an address where an administrator looks at it, and releases what is
merged to a tenth of the visitors. It needs the variable \`SHIP_SERVER\` and the secrets \`DEPLOY_TOKEN\` and \`NPM_TOKEN\` (to read the
registry of the packages). Everybody who may push a branch can change the workflow: put \`DEPLOY_TOKEN\` into the environments
\`preview\` and \`production\`, and have a reviewer approve the second. Where screens are behind a sign-in, both environments also need
the secret \`SHIP_ACCOUNT\` (\`name:password\`) or, for administrators' screens, \`SHIP_ADMIN_ACCOUNT\` and \`SHIP_ADMIN_TOTP\` (the secret
of its authenticator application). A branch's code runs in the session of that account: it is for nothing else, and a member of staff
has the role auditor alone, which changes nothing.
`;

const OWNERS = `# Who approves a change: your team, and for what reaches the visitors also the people who release.
*                   @your-organisation/your-team
/.github/           @your-organisation/releases
/remote.json        @your-organisation/releases
/package.json       @your-organisation/releases
/package-lock.json  @your-organisation/releases
`;

/** How the recipe installs Node. */
const NODE = '{ node-version: 22, cache: npm }';

/**
 * Without the address of the registry `setup-node` does not make npm use `NODE_AUTH_TOKEN`.
 * @param {string | undefined} registry
 */
const workflowOf = (registry) =>
  registry
    ? WORKFLOW.replaceAll(NODE, `${NODE.slice(0, -2)}, registry-url: '${registry}', scope: '@bank' }`)
    : WORKFLOW;

const WORKFLOW = `name: remote
on:
  pull_request:
  push:
    branches: [main]
permissions:
  contents: read
env:
  SHIP_SERVER: \${{ vars.SHIP_SERVER }}
  NODE_AUTH_TOKEN: \${{ secrets.NPM_TOKEN }}
jobs:
  preview:
    # A pull request from a fork gets no secrets.
    if: github.event_name == 'pull_request' && github.event.pull_request.head.repo.full_name == github.repository
    runs-on: ubuntu-latest
    environment: preview
    permissions:
      contents: read
      pull-requests: write
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with: ${NODE}
      - run: npm ci
      - run: npm run check
      - run: npm run ship -- --preview --write-link preview-link.txt
        env:
          DEPLOY_TOKEN: \${{ secrets.DEPLOY_TOKEN }}
          SHIP_ACCOUNT: \${{ secrets.SHIP_ACCOUNT }}
          SHIP_TOTP: \${{ secrets.SHIP_TOTP }}
          SHIP_ADMIN_ACCOUNT: \${{ secrets.SHIP_ADMIN_ACCOUNT }}
          SHIP_ADMIN_TOTP: \${{ secrets.SHIP_ADMIN_TOTP }}
      - run: gh pr comment "$PULL_REQUEST" --edit-last --create-if-none --body "Preview, for an administrator who may manage releases - $(cat preview-link.txt)"
        env:
          GH_TOKEN: \${{ github.token }}
          PULL_REQUEST: \${{ github.event.number }}
  release:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    environment: production
    concurrency: release
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with: ${NODE}
      - run: npm ci
      - run: npm run check
      - run: npm run ship -- --canary 10
        env:
          DEPLOY_TOKEN: \${{ secrets.DEPLOY_TOKEN }}
          SHIP_ACCOUNT: \${{ secrets.SHIP_ACCOUNT }}
          SHIP_TOTP: \${{ secrets.SHIP_TOTP }}
          SHIP_ADMIN_ACCOUNT: \${{ secrets.SHIP_ADMIN_ACCOUNT }}
          SHIP_ADMIN_TOTP: \${{ secrets.SHIP_ADMIN_TOTP }}
`;
