import globals from 'globals';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import typescript from 'typescript-eslint';

const FRONT = [
  'hosts/**/*.{ts,tsx,js}',
  'remotes/**/*.{ts,tsx}',
  'libs/{client,embed,frame,i18n,ui}/**/*.{ts,tsx}',
];
/** The files that may use the browser's storage: the session, personal data, and settings without personal data. */
const STORES = [
  'libs/client/http/{activity,tokens}.ts',
  'libs/client/session/personal-storage.ts',
  'libs/client/offline/device-choice.ts',
  'libs/client/remotes/registry-sequence.ts',
  'hosts/shell/src/worker/kept-shell.ts',
  'libs/i18n/stored-language.ts',
  'libs/ui/theme/theme.ts',
  'remotes/admin-payments/src/payments/use-shortcuts.ts',
  'remotes/support/src/visitor/secret.ts',
];
const TESTS = ['**/*.test.{ts,tsx}', 'tests/**'];

/** Not type-aware, for speed: the types are checked by TypeScript 7, which has no interface for plugins. */
export default typescript.config(
  { ignores: ['**/dist/', '**/node_modules/', '.data/', '.cache/', 'test-results/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  ...typescript.configs.recommended,
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'max-lines': ['error', 350],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    },
  },
  {
    files: FRONT,
    ...jsxA11y.flatConfigs.recommended,
    plugins: { ...jsxA11y.flatConfigs.recommended.plugins, 'react-hooks': reactHooks },
    languageOptions: { globals: globals.browser, parserOptions: { ecmaFeatures: { jsx: true } } },
    rules: {
      ...jsxA11y.flatConfigs.recommended.rules,
      ...reactHooks.configs.recommended.rules,
      'no-console': 'error',
      // Decorator metadata needs value imports in the bff; here a type import costs nothing and is clearer.
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  {
    files: FRONT,
    ignores: [...TESTS, ...STORES],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['localStorage', 'sessionStorage', 'indexedDB', 'caches'].map((name) => ({
          name,
          message:
            'What is kept of a person goes through libs/client/session/personal-storage.ts, which forgets it in the end.',
        })),
      ],
    },
  },
  {
    files: ['bff/**/*.ts'],
    ignores: TESTS,
    rules: {
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: ":function CallExpression[callee.name='rowOf']",
          message: 'Row schemas are compiled once: declare them outside functions.',
        },
      ],
    },
  },
  { files: ['**/*.{cjs,mjs}', '*.js'], languageOptions: { globals: globals.node } },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  // A fixture is given by calling `use`, which is no React hook.
  { files: TESTS, rules: { 'max-lines': 'off', 'react-hooks/rules-of-hooks': 'off' } },
);
