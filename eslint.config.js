import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

const tests = [
  '**/*.test.{ts,tsx}',
  '**/*.spec.ts',
  '**/testing.ts',
  '**/testing/**',
  '**/test-setup*.ts',
  '**/chaos/**',
]
// Where untyped bytes and generic plumbing meet the typed world.
const castsAllowed = ['packages/contracts/src/kit/**', 'packages/*/src/platform/**', ...tests]

const castingIsFor = 'Casts belong to kit/ and platform/: check the value, or type what produces it.'

export default defineConfig(
  globalIgnores([
    '**/node_modules',
    '**/dist',
    '**/data',
    '**/*.generated.ts',
    'test-results',
    'playwright-report',
  ]),
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['vitest.config.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'max-lines': ['error', { max: 300 }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      // Marked only to stand out: plain http is for a provider on the same machine, config.ts refuses any other.
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', package: 'openid-client', name: 'allowInsecureRequests' }] },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      // Numbers and booleans read well in a sentence; objects and undefined do not.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // `() => file.close()` hands on whatever it answers.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // An interface may ask for a promise where one implementation has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      'no-restricted-exports': [
        'error',
        { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } },
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: castsAllowed,
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: "TSAsExpression:not([typeAnnotation.typeName.name='const'])", message: castingIsFor },
        { selector: 'TSTypeAssertion', message: castingIsFor },
      ],
    },
  },
  {
    // One reader of the environment; everything else is handed what it needs.
    files: ['packages/*/src/**/*.{ts,tsx}'],
    ignores: ['packages/{server,simulator}/src/config.ts', ...tests],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only config.ts reads the environment.' },
      ],
    },
  },
  {
    files: ['**/*.{config,setup}.ts', '**/test-setup*.ts', 'e2e/remove-data.ts'],
    rules: { 'no-restricted-exports': 'off', 'no-restricted-syntax': 'off' },
  },
  {
    // Scripts that a developer runs: they say what they did, and read JSON of other packages.
    files: ['packages/server/generate/**'],
    rules: { 'no-console': 'off', '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
  {
    files: ['packages/console/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'antd',
              message: "Import 'antd/es/<component>': the barrel becomes one chunk of 795 KB.",
            },
            {
              name: 'antd/es/date-picker',
              message: 'Import DatePicker of ui/time/calendar.ts: it speaks the language of the user.',
            },
          ],
        },
      ],
    },
  },
  { files: ['packages/console/src/ui/time/calendar.ts'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['packages/*/src/**/*.{ts,tsx}'],
    ignores: tests,
    rules: {
      'max-params': ['error', { max: 3 }],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: tests,
    rules: {
      // A test may lay hands on what production code must not touch.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
)
