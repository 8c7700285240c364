import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { toolFile } from './run.mjs'
import { root } from './stamp.mjs'

/** Checks folders of a tree by the project's rules; returns the summary of dependency-cruiser. */
function cruise(folder, paths) {
  const args = [toolFile('depcruise'), ...paths, '--config', `${root}.dependency-cruiser.cjs`, '--output-type', 'json']
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e9 })
  if (!stdout) throw new Error(stderr)
  return JSON.parse(stdout).summary
}

/** Creates a temporary tree of these files, with the real packages. */
function treeOf(files) {
  const folder = mkdtempSync(join(tmpdir(), 'portale-rules-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(`${root}node_modules`, join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

/** A source that imports from `path`; `kind` is `type` for an import of a type only. */
const importing = (path, kind = '') => `import ${kind} { thing } from '${path}'\nexport const other = thing\n`
const thing = 'export const thing = 1\n'

const violatingImports = [
  ['no-cycles', 'web/src/lib/a.ts', './b.ts', 'web/src/lib/b.ts', importing('./a.ts')],
  ['contract-is-pure', 'contract/src/a.ts', '../../web/src/lib/b.ts', 'web/src/lib/b.ts'],
  ['contract-is-pure', 'contract/src/a.ts', 'node:fs'],
  ['web-and-server-never-meet', 'web/src/lib/a.ts', '../../../server/src/platform/b.ts', 'server/src/platform/b.ts'],
  ['web-and-server-never-meet', 'server/src/platform/a.ts', '../../../web/src/lib/b.ts', 'web/src/lib/b.ts'],
  ['features-are-islands', 'server/src/features/cases/a.ts', '../reports/b.ts', 'server/src/features/reports/b.ts'],
  ['features-build-on-few', 'server/src/features/one/a.ts', '../two/index.ts', 'server/src/features/two/index.ts'],
  [
    'features-build-on-few',
    'server/src/features/cases/a.ts',
    '../rights/index.ts',
    'server/src/features/rights/index.ts',
  ],
  ['features-are-islands', 'web/src/features/cases/a.ts', '../registry/b.ts', 'web/src/features/registry/b.ts'],
  [
    'lists-have-one-door',
    'server/src/features/cases/home/a.ts',
    '../finding/b.ts',
    'server/src/features/cases/finding/b.ts',
  ],
  ['nothing-below-imports-above', 'web/src/ui/a.ts', '../features/one/b.ts', 'web/src/features/one/b.ts'],
  ['nothing-below-imports-above', 'web/src/form/a.ts', '../app/b.ts', 'web/src/app/b.ts'],
  ['nothing-below-imports-above', 'server/src/platform/a.ts', '../features/one/b.ts', 'server/src/features/one/b.ts'],
  ['nothing-below-imports-above', 'server/src/platform/a.ts', '../wiring/services.ts', 'server/src/wiring/services.ts'],
  ['parts-know-no-form', 'web/src/lib/a.ts', '../form/b.ts', 'web/src/form/b.ts'],
  ['parts-know-no-form', 'web/src/ui/a.ts', '../list/b.ts', 'web/src/list/b.ts'],
  ['forms-know-no-list', 'web/src/form/a.ts', '../list/b.ts', 'web/src/list/b.ts'],
  ['forms-know-no-list', 'web/src/list/a.ts', '../record/b.ts', 'web/src/record/b.ts'],
  ['nothing-below-imports-above', 'web/src/record/a.ts', '../features/one/b.ts', 'web/src/features/one/b.ts'],
  ['nothing-below-imports-above', 'web/src/list/a.ts', '../features/one/b.ts', 'web/src/features/one/b.ts'],
  ['features-know-no-app', 'web/src/features/one/a.ts', '../../app/b.ts', 'web/src/app/b.ts'],
  ['rules-do-no-io', 'server/src/features/one/a.rules.ts', './a.store.ts', 'server/src/features/one/a.store.ts'],
  [
    'routes-do-not-touch-sql',
    'server/src/features/one/a.routes.ts',
    './a.store.ts',
    'server/src/features/one/a.store.ts',
  ],
]

/** The files of every violating import in one tree: those of the fifth are a4 and b4. */
const numbered = (path, number) => path.replace(/\b([ab])\./g, `$1${number}.`)
const violatingFiles = violatingImports.flatMap(([, from, path, to, text = thing], number) => [
  [numbered(from, number), importing(numbered(path, number))],
  ...(to ? [[numbered(to, number), numbered(text, number)]] : []),
])

test('each rule reports the import that breaks it, and no other', () => {
  const { violations } = cruise(treeOf(Object.fromEntries(violatingFiles)), ['.'])
  const found = new Set(violations.map(({ rule, from }) => `${rule.name}: ${from}`))
  const expected = violatingImports.map(([rule, from], number) => `${rule}: ${numbered(from, number)}`)
  expect([...found].filter((each) => !each.startsWith('no-cycles: web/src/lib/b')).sort()).toEqual(expected.sort())
})

test('allowed imports are not reported', () => {
  const folder = treeOf({
    'contract/src/a.ts': importing('zod'),
    'web/src/features/cases/a.ts': `${importing('../registry/index.ts')}export * from '../../ui/c.ts'\n`,
    'web/src/features/registry/index.ts': thing,
    'web/src/ui/c.ts': "export { thing as third } from '../lib/d.ts'\n",
    'web/src/lib/d.ts': thing,
    'server/src/features/one/a.rules.ts': importing('#platform/b.ts', 'type'),
    'server/src/platform/b.ts': thing,
    'server/src/features/cases/a.ts': importing('./finding/find-cases.ts'),
    'server/src/features/cases/finding/find-cases.ts': thing,
    'server/package.json': '{"imports": {"#platform/*": "./src/platform/*"}}',
  })
  expect(cruise(folder, ['.']).violations).toEqual([])
})
