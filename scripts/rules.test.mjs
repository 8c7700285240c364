import { expect, test } from 'vitest'
import { errorsOfFunctions } from './function-size.mjs'
import { missingFrom } from './lock-file.mjs'
import { errorsOfWords } from './plain-words.mjs'
import { errorsOfFolders, errorsOfLength, errorsOfOfficeName, errorsOfPlaces, errorsOfSpreads } from './rules.mjs'

const defaults = { name: 'server/src/wiring/office-defaults.ts', text: "slug: 'abcd',\nproductTag: 'ABCD'" }
const at = (name, text) => [defaults, { name, text }]

test.each(['abcd', "const tag = 'ABCD-2026'", 'xAbcdy'])('"%s" in a source spells the office', (text) => {
  expect(errorsOfOfficeName(at('web/src/a.tsx', `one\n${text}`))).toEqual([
    "web/src/a.tsx:2 spells the office's acronym; take it from the settings",
  ])
})

test('tests and documents may spell the office, and so may its defaults', () => {
  for (const name of ['server/src/a.test.ts', 'e2e/a.spec.ts', 'docs/a.md']) {
    expect(errorsOfOfficeName(at(name, 'abcd'))).toEqual([])
  }
})

test('defaults without a slug are a fault, since the rule would search for nothing', () => {
  expect(errorsOfOfficeName([])).toHaveLength(1)
})

test.each([
  [['', 'home', 'anna', 'x.txt'].join('/')],
  [`"${['', 'work', 'main'].join('/')}"`],
  [['C:', 'Users', 'anna'].join('\\')],
  [`https:${['', '', 'registry.example.org', 'zod'].join('/')}`],
  [`https:${['', '', 'nexus.office.example:8443'].join('/')}`],
])('%s reveals a machine or a registry', (text) => {
  expect(errorsOfPlaces([{ name: 'a.md', text: `fine\nsee ${text}` }])[0]).toMatch(/^a\.md:2 names /)
})

test.each([
  ['a path of the site', 'href="/cosa-facciamo/home/x"'],
  ['a system path', '/usr/bin/chromium'],
  ['a web page', 'https://www.example.org/work/list'],
  ['a folder of the project', 'web/src/work/list.ts'],
])('%s is no machine path', (_case, text) => {
  expect(errorsOfPlaces([{ name: 'a.md', text }])).toEqual([])
})

test('a source may have 300 lines, a test 500, and a document any number', () => {
  const file = (name, lines) => ({ name, text: 'x\n'.repeat(lines) })
  expect(errorsOfLength([file('a.ts', 300), file('a.test.ts', 500), file('a.md', 2000)])).toEqual([])
  expect(errorsOfLength([file('a.ts', 301), file('a.spec.ts', 501)])).toEqual([
    'a.ts has 301 lines; 300 are the most',
    'a.spec.ts has 501 lines; 500 are the most',
  ])
})

test('a function has 40 statements of its own at most, and nests four deep; tests may have more', () => {
  const file = (name, head, body) => ({
    name,
    text: `// One line before.\n${head} {\n${body}\n}${head.startsWith('list(') ? ')' : ''}\n`,
  })
  const calls = (count) => 'call()\n'.repeat(count)
  const nested = (depth) => `${'if (a) {\n'.repeat(depth)}call()\n${'}'.repeat(depth)}`
  const choices = `if (a) call()\n${'else if (b) call()\n'.repeat(9)}`
  const inner = `const c = () => {\n${calls(30)}}\n${calls(30)}`
  expect(
    errorsOfFunctions([
      file('a.ts', 'function b()', calls(40)),
      file('b.ts', 'function b()', nested(4)),
      file('c.ts', 'function b()', choices),
      file('d.ts', 'function b()', inner),
      file('a.test.ts', 'function b()', calls(90)),
    ]),
  ).toEqual([])
  expect(
    errorsOfFunctions([
      file('a.ts', 'export function b()', calls(41)),
      file('b.tsx', 'const c = () =>', nested(5)),
      file('c.mjs', 'list(() =>', calls(42)),
    ]),
  ).toEqual([
    'a.ts:2 b has 41 statements; 40 are the most',
    'b.tsx:2 c nests 5 deep; 4 is the most',
    'c.mjs:2 a function has 42 statements; 40 are the most',
  ])
})

test('no literal is spread where its properties can be written', () => {
  const file = { name: 'a.ts', text: 'f({\n  ..' + '.{ a, b },\n  ...more,\n  ...(c && { c }),\n})' }
  expect(errorsOfSpreads([file])).toEqual(['a.ts:2 spreads a literal: write its properties'])
})

test('a folder may have 25 sources and any number of tests', () => {
  const inside = (count, end) =>
    Array.from({ length: count }, (_, index) => ({ name: `web/src/a/${index}${end}`, text: '' }))
  expect(errorsOfFolders([...inside(25, '.ts'), ...inside(40, '.test.ts')])).toEqual([])
  expect(errorsOfFolders(inside(26, '.tsx'))).toEqual(['web/src/a has 26 sources; 25 are the most'])
})

test('a refused word is found alone and in a name, and a file may not have more of them than before', () => {
  const words = { gizmo: 'device' }
  const at = (text) => [{ name: 'a.ts', text }]
  expect(errorsOfWords(at('const gizmo = isGizmo(b)'), { words, left: {} })).toEqual([
    "a.ts has 'gizmo' 2 times, 0 before: write device",
  ])
  expect(errorsOfWords(at('const ungizmo = bigizMotor'), { words, left: {} })).toEqual([])
  expect(errorsOfWords(at('gizmo'), { words, left: { 'a.ts': { gizmo: 1 } } })).toEqual([])
  expect(errorsOfWords(at(''), { words, left: { 'a.ts': { gizmo: 1 } } })).toEqual([
    "a.ts has fewer of 'gizmo' than listed: node scripts/plain-words.mjs",
  ])
})

test('a name is refused in code, not in comments, texts and documents', () => {
  const list = { words: {}, names: { gizmo: 'device' }, left: {} }
  const refused = ["a.ts has 'gizmo' 2 times, 0 before: write device"]
  expect(errorsOfWords([{ name: 'a.ts', text: '// a gizmo\nconst findGizmos = (Gizmo) => `gizmo`' }], list)).toEqual(
    refused,
  )
  expect(errorsOfWords([{ name: 'a.md', text: 'a gizmo' }], list)).toEqual([])
})

test('an optional package that the lock depends on but does not list is found, at any depth', () => {
  const packages = {
    '': {},
    'node_modules/tool': { optionalDependencies: { 'tool-linux-x64': '1.0.0', 'tool-darwin-x64': '1.0.0' } },
    'web/node_modules/tool': { optionalDependencies: { 'tool-linux-x64': '1.0.0', 'tool-win32-x64': '1.0.0' } },
    'node_modules/tool-linux-x64': {},
    'web/node_modules/tool-win32-x64': {},
  }
  expect(missingFrom({ packages }).map(({ name }) => name)).toEqual(['tool-darwin-x64'])
})
