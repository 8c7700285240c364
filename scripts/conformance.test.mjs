import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { checkClaims, checkConformance, titlesOf } from './conformance.mjs'

const table = (...rows) => ['| id | what | shown by |', '|---|---|---|', ...rows].join('\n')
const files = { 'a.test.ts': `test('it works', () => {})\ntest.each([\n  [1],\n])('%i is (a) number', () => {})` }
const check = (markdown, options) => checkConformance(markdown, (file) => files[file], options)

test('a row passes that names a test, a parametrised test, both, or says later', () => {
  const { errors, counts } = check(
    table(
      '| P1-RULE-01 | one | a.test.ts › it works |',
      '| P1-RULE-02 | `a\\|b` | a.test.ts › %i is (a) number<br>a.test.ts › it works |',
      '| D10-RULE-01 | three | later (#5) |',
      '| B7-CALL-12 | four | later |',
    ),
  )
  expect(errors).toEqual([])
  expect(counts).toEqual({ rows: 4, shown: 2, 'later (#5)': 1, later: 1 })
})

test('a row that is not built says why', () => {
  expect(check(table('| P9-CONST-24 | x | not built: the specification does not say what for |'))).toEqual({
    errors: [],
    counts: { rows: 1, 'not built': 1 },
  })
})

test.each([
  ['a missing file', '| P1-RULE-01 | x | b.test.ts › it works |', 'b.test.ts does not exist'],
  ['a missing test', '| P1-RULE-01 | x | a.test.ts › it work |', 'a.test.ts has no test "it work"'],
  ['one bad reference of two', '| P1-RULE-01 | x | a.test.ts › it works<br>a.test.ts › no |', 'has no test "no"'],
  ['an empty last cell', '| P1-RULE-01 | x | |', 'neither a test nor "later"'],
  ['a row that is not built without a reason', '| P1-RULE-01 | x | not built: |', 'neither a test nor "later"'],
  ['an unknown word', '| P1-RULE-01 | x | soon |', '"soon" is neither a test nor "later"'],
  ['an open row', '| P1-RULE-01 | x | (#2) |', 'still open (#2)'],
  ['a missing cell', '| P1-RULE-01 | later |', 'a row needs three filled cells'],
  ['an unescaped bar', '| P1-RULE-01 | a|b | later |', 'a row needs three filled cells'],
  ['an empty what', '| P1-RULE-01 | | later |', 'a row needs three filled cells'],
  ['a malformed id', '| P1-rule-1 | x | later |', 'not an id'],
])('%s is a fault', (_case, row, error) => {
  const { errors } = check(table(row))
  expect(errors[0]).toMatch(/^P1-/)
  expect(errors.join('\n')).toContain(error)
})

test('an open row passes when open rows are allowed', () => {
  expect(check(table('| P1-RULE-01 | x | (#2) |'), { allowOpen: true })).toEqual({
    errors: [],
    counts: { rows: 1, 'open (#2)': 1 },
  })
})

test('an id used twice, in any tables, is a fault', () => {
  const row = '| P1-RULE-01 | x | later |'
  expect(check(`${table(row)}\n\n${table(row)}`).errors).toEqual(['P1-RULE-01: the id is taken by an earlier row'])
})

test.each([
  ['other columns', '| id | what |\n|---|---|'],
  ['columns in another order', '| what | id | shown by |\n|---|---|---|'],
  ['no line under the columns', '| id | what | shown by |\n| P1-RULE-01 | x | later |'],
])('a table with %s is a fault', (_case, markdown) => {
  expect(check(markdown).errors[0]).toMatch(/^a table's columns are wrong: \|/)
})

test('a text without a row is a fault', () => {
  expect(check('# Nothing').errors).toEqual(['there is no row'])
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

test('the command ends with 1 and one line per fault, and with 0 when open rows are allowed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'docs'))
  writeFileSync(join(folder, 'docs/conformance.md'), table('| P1-RULE-01 | x | (#2) |', '| P1-RULE-02 | y | (#2) |'))
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
  expect(errorsOf('| safe | a.test.ts › it works |')).toEqual([])
  expect(errorsOf('| safe | a.test.ts › it works<br>a.test.ts › no |')).toEqual(['safe: a.test.ts has no test "no"'])
  expect(errorsOf('| safe | soon |')).toEqual(['safe: "soon" is neither a test nor "later"'])
  expect(checkClaims('nothing', () => undefined)).toEqual(['there is no claim'])
})
