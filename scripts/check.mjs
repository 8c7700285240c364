// npm run check: runs every static check and prints one line for each; fails if one of them fails.
import './node-version.mjs'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const { makeInstalled } = await import('./ready.mjs')
const { run, runTool } = await import('./run.mjs')
const { git, hasGit, projectFiles } = await import('./project-files.mjs')
const { filesBelow, root } = await import('./stamp.mjs')
const { countsOf, failureOf } = await import('./test-counts.mjs')

/** Throws an error with these errors, if there are any. */
function throwErrors(errors) {
  if (errors.length > 0) throw new Error(errors.join('\n'))
}

/** Checks the messages of the last commits, as far as the clone has them. */
async function checkMessages() {
  const commits = hasGit ? git('rev-list', '--no-merges', '--max-count=21', 'HEAD') : []
  if (commits.length > 1) await runTool('commitlint', ['--from', commits.at(-1)], { isQuiet: true })
}

const quiet = { isQuiet: true }
const layers = ['contract/src', 'server/src', 'server/test', 'web/src']

/** Checks the import rules. With an unsupported TypeScript, dependency-cruiser reads no file and passes. */
async function checkArchitecture() {
  const output = await runTool('depcruise', layers, quiet)
  const sources = layers.flatMap((folder) => filesBelow(root + folder)).filter((file) => /\.tsx?$/.test(file))
  const modules = Number(/\((\d+) modules/.exec(output)?.[1] ?? 0)
  if (modules < sources.length) throw new Error(`dependency-cruiser read ${modules} of ${sources.length} source files.`)
}

/** Checks that no text of the site has siblings. */
async function checkTexts() {
  const { errorsOfTexts } = await import('./bare-texts.mjs')
  const sources = `${root}web/src/`
  const isChecked = (name) => name.startsWith(sources) && name.endsWith('.tsx') && !name.endsWith('.test.tsx')
  throwErrors(errorsOfTexts(`${root}web/tsconfig.json`, isChecked))
}

const checks = {
  biome: () =>
    runTool('biome', ['ci', '--colors=off', '.'], quiet).catch((error) => {
      throw new Error(`${error.message}\nFormatting and the order of imports: npm run fix`, { cause: error })
    }),
  types: () => runTool('tsc', ['-b'], quiet),
  architecture: checkArchitecture,
  'unused code': () => runTool('knip', ['--no-config-hints'], quiet),
  conformance: () => run(process.execPath, ['scripts/conformance.mjs'], quiet),
  'office name': async () => throwErrors((await import('./rules.mjs')).errorsOfOfficeName(projectFiles())),
  'places and hosts': async () => throwErrors((await import('./rules.mjs')).errorsOfPlaces(projectFiles())),
  'file length': async () => throwErrors((await import('./rules.mjs')).errorsOfLength(projectFiles())),
  'function size': async () => throwErrors((await import('./function-size.mjs')).errorsOfFunctions(projectFiles())),
  'spread literals': async () => throwErrors((await import('./rules.mjs')).errorsOfSpreads(projectFiles())),
  'folder size': async () => throwErrors((await import('./rules.mjs')).errorsOfFolders(projectFiles())),
  'bare texts': checkTexts,
  'plain words': async () => throwErrors((await import('./plain-words.mjs')).errorsOfWords(projectFiles())),
  'lock file': async () => {
    const { missingFrom } = await import('./lock-file.mjs')
    const missing = missingFrom(JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')))
    throwErrors(missing.map(({ name }) => `package-lock.json lacks ${name}: node scripts/lock-file.mjs`))
  },
  containers: async () => throwErrors((await import('./containers.mjs')).errorsOfContainers()),
  'printed pages': () => run(process.execPath, ['scripts/print-docs.mjs', '--check'], quiet),
  'commit messages': checkMessages,
}

/** The checks that read the whole tree, however small a change is. */
const slow = new Set(['architecture', 'unused code', 'commit messages'])

/** Runs every check, or the quick ones, and prints a line for each; returns a report in the shape of test-counts.mjs. */
export async function runChecks({ isQuick = false } = {}) {
  await makeInstalled()
  const queue = Object.entries(checks).filter(([name]) => !isQuick || !slow.has(name))
  const total = queue.length
  const failures = []
  const begin = performance.now()
  const secondsSince = (start) => (performance.now() - start) / 1000
  const runNext = async () => {
    const next = queue.shift()
    if (!next) return
    const [name, check] = next
    const start = performance.now()
    const failure = await check().then(
      () => undefined,
      (error) => error,
    )
    if (failure) failures.push(failureOf(name, failure.message))
    const seconds = secondsSince(start).toFixed(1)
    console.log(`${failure ? '✗' : '✓'} ${name.padEnd(18)} ${seconds} s${failure ? `\n${failure.message}` : ''}`)
    await runNext()
  }
  // Two at a time: most of them use one core.
  await Promise.all([runNext(), runNext()])
  const failed = failures.length
  const counts = { passed: total - failed, failed, skipped: 0, flaky: [], failures }
  return {
    files: [{ project: 'checks', file: 'scripts/check.mjs', seconds: secondsSince(begin), ...counts }],
    errors: [],
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = countsOf(await runChecks()).failed > 0 ? 1 : 0
