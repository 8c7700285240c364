import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { checkClaims, checkConformance, errorsOfRun, readRows, titlesOf } from './conformance.mjs'
import { pageOf } from './conformance-page.mjs'

const head = 'id\twhat\tcovers\tshown by'
const table = (...rows) => [head, ...rows.map((row) => row.join('\t')), ''].join('\n')
const files = {
  'contract/src/a.test.ts': `import { a } from './a.ts'\ntest('it works', () => {})`,
  'server/src/a.test.ts': `import { start } from '../test/start.ts'\ntest.each([\n  [1],\n])('%i is (a) number', () => {})`,
  'server/test/start.ts': `export const start = () => run('server/src/main.ts')\nimport { buildApp } from './build-app.ts'`,
  'server/test/build-app.ts': `import '../src/app.ts'`,
  'e2e/a.spec.ts': `test('the page', () => {})`,
}
const check = (text, options) => checkConformance(text, (file) => files[file], options)
const works = 'contract/src/a.test.ts › it works'
const isNumber = 'server/src/a.test.ts › %i is (a) number'
const a = 'module contract/src/a.ts'

test('a row passes that names a test, a parametrised test, both, or says later', () => {
  const { errors, counts } = check(
    table(
      ['P1-RULE-01', 'one', a, works],
      ['P1-RULE-02', '`a|b`', `${a} ; call GET /v1/captcha`, `${isNumber} ; ${works}`],
      ['D10-RULE-01', 'three', '', 'later (#5)'],
      ['B7-CALL-12', 'four', '', 'later'],
    ),
  )
  expect(errors).toEqual([])
  expect(counts).toEqual({ rows: 4, shown: 2, 'later (#5)': 1, later: 1 })
})

test('a row that is not built says why', () => {
  expect(check(table(['P9-CONST-24', 'x', '', 'not built: the specification does not say what for']))).toEqual({
    errors: [],
    counts: { rows: 1, 'not built': 1 },
  })
})

test.each([
  ['a missing file', ['P1-RULE-01', 'x', a, 'b.test.ts › it works'], 'b.test.ts does not exist'],
  ['a missing test', ['P1-RULE-01', 'x', a, 'contract/src/a.test.ts › it work'], 'has no test "it work"'],
  ['one bad reference of two', ['P1-RULE-01', 'x', a, `${works} ; contract/src/a.test.ts › no`], 'has no test "no"'],
  ['an empty last cell', ['P1-RULE-01', 'x', '', ''], 'neither a test nor "later"'],
  ['a row that is not built without a reason', ['P1-RULE-01', 'x', '', 'not built: '], 'neither a test nor "later"'],
  ['an unknown word', ['P1-RULE-01', 'x', '', 'soon'], '"soon" is neither a test nor "later"'],
  ['an open row', ['P1-RULE-01', 'x', '', '(#2)'], 'still open (#2)'],
  ['a missing cell', ['P1-RULE-01', 'x', 'later'], 'a row needs its four cells'],
  ['a cell too many', ['P1-RULE-01', 'x', a, works, ''], 'a row needs its four cells'],
  ['an empty what', ['P1-RULE-01', '', '', 'later'], 'a row needs its four cells'],
  ['a malformed id', ['P1-rule-1', 'x', '', 'later'], 'not an id'],
  ['a test that covers nothing', ['P1-RULE-01', 'x', '', works], 'says nothing that its tests cover'],
  ['what no test can cover', ['P1-RULE-01', 'x', 'page /login', works], '"page /login" is nothing'],
  ['a call without its path', ['P1-RULE-01', 'x', 'call GET', isNumber], '"call GET" is nothing'],
  ['a member without its call', ['P1-RULE-01', 'x', 'read GET /v1/captcha', isNumber], 'is nothing'],
  ['a call that is not documented', ['P1-RULE-01', 'x', 'call GET /v1/captchas', isNumber], 'has no GET /v1/captchas'],
  [
    'a call by a test that calls nothing',
    ['P1-RULE-01', 'x', 'call GET /v1/captcha', works],
    'no test of it can cover',
  ],
  ['a module that its test does not import', ['P1-RULE-01', 'x', 'module contract/src/b.ts', works], 'do not import'],
  ['what only the whole server imports', ['P1-RULE-01', 'x', 'module server/src/app.ts', isNumber], 'do not import'],
  ['a later row that covers something', ['P1-RULE-01', 'x', a, 'later'], 'covers nothing'],
])('%s is an error', (_case, row, error) => {
  const { errors } = check(table(row))
  expect(errors[0]).toMatch(/^P1-/)
  expect(errors.join('\n')).toContain(error)
})

test('a module may be named by the support files of a test', () => {
  expect(check(table(['P1-RULE-01', 'x', 'module server/src/main.ts', isNumber])).errors).toEqual([])
})

test('an open row passes when open rows are allowed', () => {
  expect(check(table(['P1-RULE-01', 'x', '', '(#2)']), { allowOpen: true })).toEqual({
    errors: [],
    counts: { rows: 1, 'open (#2)': 1 },
  })
})

test('an id used twice is an error', () => {
  const row = ['P1-RULE-01', 'x', '', 'later']
  expect(check(table(row, row)).errors).toEqual(['P1-RULE-01: the id is taken by an earlier row'])
})

test('other columns and a table without a row are errors', () => {
  expect(() => check('id\twhat\tshown by\n')).toThrow('the columns are')
  expect(check(`${head}\n`).errors).toEqual(['there is no row'])
})

test('titles are read with their escapes, and neither skipped nor commented-out tests count', () => {
  const source = [
    String.raw`test('l\'utente', f)`,
    'it.only("two", f)',
    'describe.skipIf(isMissing)(`three`, f)',
    "test.skip('four', f)",
    "test.todo('five')",
    "  // test('six', f)",
    "expect('seven')",
  ].join('\n')
  expect([...titlesOf(source)].sort()).toEqual(["l'utente", 'three', 'two'])
})

const server = 'server/src/a.test.ts'
const record = (titles, ...covered) => ({ file: server, titles, covered })
const rowCovering = (...covers) => readRows(table(['P1-RULE-01', 'x', covers.join(' ; '), isNumber]))
const errorsAfter = (records, ...covers) => errorsOfRun(rowCovering(...covers), records, { isWhole: true })

test.each([
  ['call GET /v1/captcha', 'call GET /v1/captcha'],
  ['sent POST /v1/mock cf', 'sent POST /v1/mock cf'],
  ['text campo Obbligatorio', 'text È un Campo  obbligatorio.'],
  ['column Scadenza', 'column SCADENZA ▲'],
])('a run that covers what a row names passes: %s', (named, covered) => {
  expect(errorsAfter([record(['group', '7 is (a) number'], covered)], named)).toEqual([])
})

test('what happens in a file outside its tests is part of each of them', () => {
  const records = [record(['3 is (a) number']), record([], 'call GET /v1/captcha')]
  expect(errorsAfter(records, 'call GET /v1/captcha')).toEqual([])
})

test.each([
  ['call GET /v1/captcha', 'call GET /v1/captcha/checkCaptcha'],
  ['read POST /v1/mock cf', 'sent POST /v1/mock cf'],
  ['text Scadenza', 'column Scadenza'],
  ['column Scadenza', 'text Scadenza'],
])('a run that does not cover what a row names is an error: %s', (named, covered) => {
  const elsewhere = [
    record(['another test'], named),
    { file: 'server/src/b.test.ts', titles: ['7 is (a) number'], covered: [named] },
  ]
  const error = `P1-RULE-01: its tests did not cover "${named}"`
  expect(errorsAfter([record(['7 is (a) number'], covered), ...elsewhere], named)).toEqual([error])
})

test('a row whose test did not run fails a whole run, and is left out of a part', () => {
  const rows = rowCovering('call GET /v1/captcha')
  expect(errorsOfRun(rows, [], { isWhole: true })).toEqual([`P1-RULE-01: ${isNumber} did not run`])
  expect(errorsOfRun(rows, [], { isWhole: false })).toEqual([])
})

test('what only the long series tests, and what no run is needed for, is left out', () => {
  const long = readRows(table(['P1-RULE-01', 'x', 'call GET /v1/captcha', 'server/src/a.long.test.ts › a']))
  expect(errorsOfRun(long, [], { isWhole: true })).toEqual([])
  expect(errorsOfRun(readRows(table(['P1-RULE-01', 'x', a, works])), [], { isWhole: true })).toEqual([])
})

test('the page has a table for each section', () => {
  const page = pageOf(readRows(table(['P1-RULE-01', '`a|b`', a, works], ['D10-RULE-01', 'two', '', 'later'])))
  expect(page).toContain('## Specification 1, §1')
  expect(page).toContain(`| P1-RULE-01 | \`a\\|b\` | ${a} | ${works} |`)
  expect(page).toContain('## Decisions, §10')
})

test('the command ends with 1 and one line per error, and with 0 when open rows are allowed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'docs'))
  writeFileSync(
    join(folder, 'docs/conformance.tsv'),
    table(['P1-RULE-01', 'x', '', '(#2)'], ['P1-RULE-02', 'y', '', '(#2)']),
  )
  const script = fileURLToPath(new URL('conformance.mjs', import.meta.url))
  const run = (...options) => spawnSync(process.execPath, [script, ...options], { cwd: folder, encoding: 'utf8' })
  const strict = run()
  expect(strict.status).toBe(1)
  expect(strict.stderr.trim().split('\n')).toHaveLength(2)
  expect(run('--allow-open')).toMatchObject({ status: 0, stderr: '', stdout: 'open (#2): 2, rows: 2\n' })
})

test('a claim passes that names its tests, and one whose test is gone does not', () => {
  const claims = (...rows) => ['| claim | test |', '|---|---|', ...rows, ''].join('\n')
  const errorsOf = (...rows) => checkClaims(claims(...rows), (file) => files[file])
  expect(errorsOf(`| safe | ${works} |`)).toEqual([])
  expect(errorsOf(`| safe | ${works}<br>contract/src/a.test.ts › no |`)).toEqual([
    'safe: contract/src/a.test.ts has no test "no"',
  ])
  expect(errorsOf('| safe | soon |')).toEqual(['safe: "soon" is neither a test nor "later"'])
  expect(checkClaims('nothing', () => undefined)).toEqual(['there is no claim'])
})
