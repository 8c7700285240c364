// npm run check: every static check, in one line each; all run, and one that fails fails the whole.
import './node-version.mjs'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const { makeInstalled } = await import('./ready.mjs')
const { run, runTool } = await import('./run.mjs')
const { git, hasGit, projectFiles } = await import('./project-files.mjs')
const { filesBelow, root } = await import('./stamp.mjs')

/** Fails with the sentences, if there are any. */
function refuse(faults) {
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

/** The last messages, as far as the clone goes back. */
async function checkMessages() {
  const commits = hasGit ? git('rev-list', '--no-merges', '--max-count=21', 'HEAD') : []
  if (commits.length > 1) await runTool('commitlint', ['--from', commits.at(-1)], { isQuiet: true })
}

const quiet = { isQuiet: true }
const layers = ['contract/src', 'server/src', 'server/test', 'web/src']

/** The rules of imports. With a TypeScript it does not know, dependency-cruiser reads no file and finds no fault. */
async function checkArchitecture() {
  const output = await runTool('depcruise', layers, quiet)
  const sources = layers.flatMap((folder) => filesBelow(root + folder)).filter((file) => /\.tsx?$/.test(file))
  const modules = Number(/\((\d+) modules/.exec(output)?.[1] ?? 0)
  if (modules < sources.length) throw new Error(`dependency-cruiser read ${modules} of ${sources.length} source files.`)
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
  'office name': async () => refuse((await import('./rules.mjs')).faultsOfOfficeName(projectFiles())),
  'places and hosts': async () => refuse((await import('./rules.mjs')).faultsOfPlaces(projectFiles())),
  'file length': async () => refuse((await import('./rules.mjs')).faultsOfLength(projectFiles())),
  'folder size': async () => refuse((await import('./rules.mjs')).faultsOfFolders(projectFiles())),
  'plain words': async () => refuse((await import('./plain-words.mjs')).faultsOfWords(projectFiles())),
  'lock file': async () => {
    const { missingFrom } = await import('./lock-file.mjs')
    const missing = missingFrom(JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')))
    refuse(missing.map(({ name }) => `package-lock.json lacks ${name}: node scripts/lock-file.mjs`))
  },
  'printed pages': () => run(process.execPath, ['scripts/print-docs.mjs', '--check'], quiet),
  'commit messages': checkMessages,
}

/** Those that read the whole tree however small a change is. */
const slow = new Set(['architecture', 'unused code', 'commit messages'])

/** Runs every check, or the quick ones, and tells each on a line; gives how many passed and failed. */
export async function runChecks({ isQuick = false } = {}) {
  await makeInstalled()
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const left = Object.entries(checks).filter(([name]) => !isQuick || !slow.has(name))
  const runNext = async () => {
    const next = left.shift()
    if (!next) return
    const [name, check] = next
    const start = performance.now()
    const fault = await check().then(
      () => undefined,
      (error) => error,
    )
    counts[fault ? 'failed' : 'passed'] += 1
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`${fault ? '✗' : '✓'} ${name.padEnd(18)} ${seconds} s${fault ? `\n${fault.message}` : ''}`)
    await runNext()
  }
  // Two at a time: most of them use one core.
  await Promise.all([runNext(), runNext()])
  return counts
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await runChecks()).failed > 0 ? 1 : 0
