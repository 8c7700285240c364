// Maps changed files to the tests of their feature folder. Imports cannot do that: each API test loads the whole server.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { root } from './stamp.mjs'

/** The journeys that exercise a feature, by its folder in contract, server or web. */
export const journeysOf = {
  agenda: ['own-desk'],
  assessments: ['complainant', 'assessments'],
  assistance: ['assistance'],
  associations: ['enrolment', 'every-page'],
  attachments: ['report-files'],
  audit: ['protection'],
  batch: ['protection'],
  captcha: ['report-sending'],
  'case-messages': ['follow-up'],
  'case-sheet': ['file-preview'],
  cases: ['case-entry', 'case-levels'],
  'complainant-letters': ['complainant'],
  desk: ['office'],
  enrolment: ['enrolment'],
  exports: ['exports'],
  'follow-up': ['follow-up', 'call-request'],
  help: ['desk-help'],
  information: ['desk-help'],
  mailbox: ['every-page', 'mailbox'],
  notices: ['notices'],
  office: ['office'],
  'office-texts': ['every-page'],
  'open-data': ['every-page'],
  operators: ['operators'],
  pages: ['pages'],
  palette: ['case-keyboard'],
  'personal-area': ['every-page'],
  'plain-pages': ['plain-pages'],
  'public-assessments': ['every-page', 'assessments'],
  'public-register': ['every-page'],
  reference: ['report-a-case'],
  registry: ['case-registry'],
  'report-wizard': ['report-a-case'],
  reports: ['report-a-case'],
  retention: ['protection'],
  rights: ['protection'],
  session: ['sign-in'],
  site: ['site'],
  spid: ['sign-in'],
  transfer: ['protection'],
  statistics: ['every-page', 'statistics'],
}

/** Folders of tests and journeys by path pattern: the first match applies. `$1` is the captured group. */
const rules = [
  [/^(.+\.test\.(?:ts|tsx|mjs))$/, { tests: ['$1'] }],
  [/^e2e\/([^/]+?)(?:\.long)?\.spec\.ts$/, { journeys: ['$1'] }],
  [/^e2e\//, { journeys: ['case-entry', 'report-a-case'] }],
  [/^contract\/src\/texts\//, { tests: ['contract/', 'web/src/lib/'] }],
  [
    /^contract\/src\/([^/]+)\//,
    { tests: ['contract/', 'server/src/features/$1/', 'web/src/features/$1/'], feature: '$1' },
  ],
  [/^contract\//, { tests: ['contract/', 'web/src/lib/'] }],
  [/^server\/src\/features\/([^/]+)\//, { tests: ['server/src/features/$1/'], feature: '$1' }],
  [/^server\/src\/platform\/([^/]+)\//, { tests: ['server/src/platform/$1/', 'server/src/app.test.ts'] }],
  [/^server\/migrations\//, { tests: ['server/src/platform/database/', 'server/src/wiring/protected-tables.test.ts'] }],
  [/^server\/src\/demo\//, { tests: ['server/src/demo/', 'server/src/commands/demo'] }],
  [/^server\//, { tests: ['server/src/app.test.ts', 'server/src/server.test.ts', 'server/src/platform/'] }],
  [/^web\/src\/features\/([^/]+)\//, { tests: ['web/src/features/$1/'], feature: '$1' }],
  // The list kit draws every list of the back office.
  [
    /^web\/src\/list\//,
    {
      tests: ['web/src/list/', 'web/src/features/operators/', 'web/src/features/cases/list/'],
      journeys: ['office', 'operators'],
    },
  ],
  [
    /^web\/src\/record\//,
    {
      tests: ['web/src/features/associations/', 'web/src/features/cases/actions/', 'web/src/features/cases/record/'],
      journeys: ['case-work'],
    },
  ],
  [/^web\/src\/([^/]+)\//, { tests: ['web/src/$1/'], journeys: ['pages'] }],
  [/^web\//, { tests: ['web/'], journeys: ['first-load'] }],
  [/^(?:scripts|docs|bench|deploy|faults)\//, { tests: ['scripts/'] }],
  [/^[^/]+\.md$/, {}],
]

/**
 * The tests for the changed files: folders or files of tests, names of journeys, and in `everything` the changed files that
 * only the whole run covers.
 */
export function testsFor(files) {
  const found = { tests: new Set(), journeys: new Set(), everything: [] }
  for (const file of files) {
    const rule = rules.find(([pattern]) => pattern.test(file))
    if (!rule) {
      found.everything.push(file)
      continue
    }
    const [pattern, { tests = [], journeys = [], feature = '' }] = rule
    const part = pattern.exec(file)[1] ?? ''
    const insertPart = (text) => text.replace('$1', part)
    for (const test of tests) found.tests.add(insertPart(test))
    for (const journey of [...journeys.map(insertPart), ...(journeysOf[insertPart(feature)] ?? [])])
      found.journeys.add(journey)
  }
  return { tests: [...found.tests].sort(), journeys: [...found.journeys].sort(), everything: found.everything }
}

const git = (...args) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.split('\n').filter(Boolean)
}

/** The files that differ from a commit, including untracked ones. */
export const filesChangedSince = (base) => [
  ...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]),
]

/** The paths that exist: a feature may have no tests in a package. */
export const existingPaths = (paths) => paths.filter((path) => existsSync(root + path))
