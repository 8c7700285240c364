// Which modules may import which: the architecture in twelve rules. scripts/architecture.test.mjs breaks each of them once.

/**
 * The features that a feature may import, by the names of their folders, through their index.ts alone. All other features import
 * none, and no import leads back.
 */
const buildsOn = {
  server: {
    assessments: ['case-messages', 'cases'],
    attachments: ['cases'],
    'case-messages': ['cases', 'reports'],
    'case-sheet': ['case-messages', 'cases'],
    cases: ['reports'],
    'complainant-letters': ['case-messages', 'cases'],
    mailbox: ['case-messages', 'cases', 'complainant-letters'],
    'follow-up': ['case-messages', 'cases', 'reports'],
    transfer: [
      'assessments',
      'associations',
      'case-messages',
      'cases',
      'complainant-letters',
      'operators',
      'registry',
      'reports',
    ],
    rights: ['case-messages', 'case-sheet', 'cases', 'registry', 'reports', 'retention'],
  },
  web: {
    associations: ['exports'],
    cases: ['associations', 'audit', 'exports', 'registry', 'rights'],
    mailbox: ['cases'],
    operators: ['exports'],
    'personal-area': ['enrolment'],
    registry: ['exports'],
    statistics: ['associations', 'cases', 'exports'],
  },
}
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    rule('no-cycles', 'What goes round in circles cannot be read from its beginning.', {}, { circular: true }),
    rule(
      'contract-is-pure',
      'Both sides stand on the contract: it knows zod, fflate to look into files, and punycode to show mail addresses.',
      { path: '^contract/src', pathNot: '\\.test\\.ts$' },
      { pathNot: ['^contract/src', 'node_modules/zod', 'node_modules/fflate', 'node_modules/punycode'] },
    ),
    rule(
      'web-and-server-never-meet',
      'What the two share is in the contract.',
      { path: '^(web|server)/' },
      { path: '^(web|server)/(?!node_modules)', pathNot: '^$1/' },
    ),
    rule(
      'features-are-islands',
      'What two features share goes down; what combines them goes up, or through the one file index.ts.',
      { path: '^(web|server)/src/features/([^/]+)/' },
      { path: '^$1/src/features/', pathNot: ['^$1/src/features/$2/', '/index\\.ts$'] },
    ),
    ...Object.entries(buildsOn).flatMap(([side, features]) => [
      ...Object.entries(features).map(([feature, allowed]) =>
        rule(
          'features-build-on-few',
          'Which feature builds on which is a decision: see the table above.',
          { path: `^${side}/src/features/${feature}/`, pathNot: '\\.test\\.tsx?$' },
          { path: `^${side}/src/features/`, pathNot: `^${side}/src/features/(${[feature, ...allowed].join('|')})/` },
        ),
      ),
      rule(
        'features-build-on-few',
        'All others stand by themselves.',
        {
          path: `^${side}/src/features/(?!(?:${Object.keys(features).join('|')})/)([^/]+)/`,
          pathNot: '\\.test\\.tsx?$',
        },
        { path: `^${side}/src/features/`, pathNot: `^${side}/src/features/$1/` },
      ),
    ]),
    rule(
      'lists-have-one-door',
      'Pages, counts, ids, restrictions and starts of lists come from find-cases.ts; how they are found is private.',
      { pathNot: '^server/src/features/cases/finding/' },
      { path: '^server/src/features/cases/finding/(?!find-cases\\.ts$)' },
    ),
    rule(
      'nothing-below-imports-above',
      'lib and ui, then form, then list and record, then features, then app; platform, then features, then the rest of the server.',
      { path: '^(web/src/(ui|lib|form|list|record)|server/src/platform)/', pathNot: '\\.test\\.tsx?$' },
      { path: ['^(web|server)/src/(features|app|demo|wiring|commands|backup)/', '^server/src/[^/]+$'] },
    ),
    rule(
      'parts-know-no-form',
      'The second half of the rule before: form stands on ui and lib, never under them.',
      { path: '^web/src/(ui|lib)/' },
      { path: '^web/src/(form|list|record)/' },
    ),
    rule(
      'forms-know-no-list',
      'And list and record stand on form, beside each other.',
      { path: '^web/src/(form|(list|record))/' },
      { path: '^web/src/(list|record)/', pathNot: '^web/src/$2/' },
    ),
    rule(
      'features-know-no-app',
      'And the last: the app puts features together, they do not know it.',
      { path: '^web/src/features/(?!kit/)' },
      { path: '^web/src/app/' },
    ),
    rule(
      'rules-do-no-io',
      'Rules take values and give values: they need no database to be tried.',
      { path: '\\.rules\\.ts$' },
      { path: ['^server/src/platform', '\\.store\\.ts$'], dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'routes-do-not-touch-sql',
      'Between a route and SQL stands the service, which opens the transaction.',
      { path: '\\.routes\\.ts$' },
      { path: '\\.store\\.ts$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '/\\.cache/', '\\.tsbuild'] },
    // Imports of types count: a reader has to follow them as well.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
