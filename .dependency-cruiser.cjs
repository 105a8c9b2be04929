// Which part may import which. Each rule is proven once by a planted violation (docs/decisions/0014).
const inTests = String.raw`\.(test|spec)\.tsx?$|/testing(\.ts$|/)|/test-setup\.ts$`

/** One owner per library: what it does is reached through the owner, so that it can be replaced in one place. */
const owners = [
  ['fastify', '^packages/server/src/platform/http/', '^(fastify|@fastify/.+|ajv|ajv-formats)$'],
  ['the MQTT broker', '^packages/server/src/platform/link/', '^aedes$'],
  ['the MQTT client', '^packages/(simulator/src/link|server/src/platform/link)/', '^(mqtt|mqtt-packet)$'],
  ['the job library', '^packages/server/src/platform/jobs/', '^graphile-worker$'],
  ['react-query', '^packages/console/src/api/', '^@tanstack/'],
  ['sign-on', '^packages/server/src/platform/access/', '^openid-client$'],
  ['one-time codes', '^packages/server/src/features/session/', '^otplib$'],
  ['password hashing', '^packages/server/src/features/session/', '^@node-rs/argon2$'],
  ['logging', '^packages/server/src/(platform/|[^/]+\\.ts$)', '^pino$'],
  ['metrics', '^packages/server/src/(platform/|[^/]+\\.ts$)', '^prom-client$'],
]

/** SQL is written where it can be found; whoever else names these imports only their types. */
const sqlOwners = [
  '^packages/server/src/platform/(database|jobs|bus|cache|link|access)/',
  '^packages/server/src/features/[^/]+/[^/]*queries\\.ts$',
  // The app level opens connections and hands them on.
  '^packages/server/src/[^/]+\\.ts$',
  '^packages/server/src/features/users/first-admin\\.ts$',
]

module.exports = {
  forbidden: [
    {
      name: 'contracts-stand-alone',
      comment: 'Rule 1. Contracts say what is said; they know nobody who says it.',
      severity: 'error',
      from: { path: '^packages/contracts/' },
      to: { path: '^packages/(server|simulator|console)/|^e2e/' },
    },
    {
      name: 'programs-meet-in-contracts',
      comment:
        'Rule 1. Server, simulator and console are separate programs; what two of them share is a contract.',
      severity: 'error',
      from: { path: '^packages/(server|simulator|console)/' },
      to: { path: '^packages/(server|simulator|console)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'platform-carries-features',
      comment:
        'Rules 2 and 3. Platform knows no domain word: it must work for a product about something else.',
      severity: 'error',
      from: { path: '^packages/server/src/platform/' },
      to: { path: '^packages/server/src/(features/|[^/]+\\.ts$)', pathNot: String.raw`\.generated\.ts$` },
    },
    {
      name: 'features-do-not-know-the-app',
      comment: 'Rule 2. The app plugs features in; a feature that reaches back makes a circle of everything.',
      severity: 'error',
      from: { path: '^packages/server/src/features/', pathNot: inTests },
      to: { path: '^packages/server/src/(main|app|om|report|installation|config|backup|restore|seed)\\.ts$' },
    },
    {
      name: 'queries-are-the-bottom',
      comment: 'Rule 2. Inside a feature: doors call rules, rules call queries, and nothing calls back up.',
      severity: 'error',
      from: { path: '^packages/server/src/features/[^/]+/[^/]*queries\\.ts$' },
      to: { path: '^packages/server/src/features/[^/]+/(routes|messages|jobs|reactions|feature)\\.ts$' },
    },
    {
      name: 'rules-do-not-call-doors',
      comment: 'Rule 2. A rule decides the same whether the console, a device or the clock asked.',
      severity: 'error',
      from: { path: '^packages/server/src/features/[^/]+/[^/]*rules\\.ts$' },
      to: { path: '^packages/server/src/features/[^/]+/(routes|messages|jobs|reactions|feature)\\.ts$' },
    },
    {
      name: 'features-enter-by-the-front-door',
      comment:
        'Rule 3. What a feature offers to others stands in its index.ts; everything else may change freely.',
      severity: 'error',
      from: { path: '^packages/server/src/features/([^/]+)/', pathNot: inTests },
      to: {
        path: '^packages/server/src/features/([^/]+)/',
        pathNot: ['^packages/server/src/features/$1/', '^packages/server/src/features/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'no-cycles',
      comment:
        'Rule 3. Calls go down and facts go up: two parts that need each other are one, or one too many.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'console-shared-parts-know-no-feature',
      comment: 'Rules 2 and 3. ui, api and i18n serve every feature, so they can know none.',
      severity: 'error',
      from: { path: '^packages/console/src/(ui|api|i18n)/' },
      to: { path: '^packages/console/src/(features|app)/' },
    },
    {
      name: 'console-features-do-not-know-the-app',
      comment: 'Rule 2. The app composes features; a feature that reaches back cannot be deleted.',
      severity: 'error',
      from: { path: '^packages/console/src/features/' },
      to: { path: '^packages/console/src/app/' },
    },
    {
      name: 'console-features-do-not-import-each-other',
      comment: 'Rule 4. A page that needs two features is composed in app/.',
      severity: 'error',
      from: { path: '^packages/console/src/features/([^/]+)/' },
      to: { path: '^packages/console/src/features/', pathNot: '^packages/console/src/features/$1/' },
    },
    ...owners.map(([what, path, library]) => ({
      name: `one-owner-of-${what.replaceAll(' ', '-')}`,
      comment: `Rule 5. One owner per library: ${what} is reached through ${path.replaceAll(/[\^\\]/g, '')} only.`,
      severity: 'error',
      from: { path: '^packages/(server|simulator|console)/src/', pathNot: [path, inTests] },
      to: { path: `node_modules/${library.slice(1, -1)}/`, dependencyTypesNot: ['type-only'] },
    })),
    {
      name: 'sql-stands-in-queries',
      comment: 'Rule 5. SQL stands in queries.ts: one place to read what a feature asks of the database.',
      severity: 'error',
      from: { path: '^packages/server/src/', pathNot: [...sqlOwners, inTests] },
      to: { path: 'node_modules/(pg|pg-copy-streams|kysely)/', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
