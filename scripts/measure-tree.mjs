// node scripts/measure-tree.mjs <commit> [<commit>]: what a reader meets in the tree at one commit and at another, HEAD by default.
import { execFileSync } from 'node:child_process'
import { root } from './stamp.mjs'

const [before, after = 'HEAD'] = process.argv.slice(2)
if (!before) throw new Error('Name the commit to compare with.')

/** The lines that git prints; none where it finds nothing. */
function gitLines(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
      .split('\n')
      .filter(Boolean)
  } catch (error) {
    if (error.status === 1) return []
    throw error
  }
}

const printed = /^(docs\/openapi\.json|package-lock\.json)$/
const source = /^(contract|server|web)\/(src|build)\/.*\.(ts|tsx|mjs|css)$/
const tests = /\.(test|spec)\.|^(e2e|bench|faults)\/|\/(test|fixtures)\//
const isSource = (file) => source.test(file) && !tests.test(file)

/** The files of a commit by name, with their numbers of lines; files of bytes have none. */
function linesOf(commit) {
  const counted = gitLines('grep', '-cI', '', commit).map((line) => line.slice(commit.length + 1).split(':'))
  return new Map(counted.map(([file, count]) => [file, Number(count)]))
}

const sumOf = (files, isCounted) => [...files].reduce((sum, [file, count]) => (isCounted(file) ? sum + count : sum), 0)

/** How often a pattern stands in the sources of a commit. */
const countIn = (commit, pattern, isCounted = isSource) =>
  gitLines('grep', '-nE', pattern, commit, '--', '*.ts', '*.tsx').filter((line) =>
    isCounted(line.slice(commit.length + 1).split(':')[0]),
  ).length

const depth = (file) => file.split('/').length

function measure(commit) {
  const files = linesOf(commit)
  const names = gitLines('ls-tree', '-r', '--name-only', commit)
  const isFile = (pattern) => (file) => pattern.test(file)
  return {
    files: names.length,
    'lines, without printed files': sumOf(files, (file) => !printed.test(file)),
    'lines of source': sumOf(files, isSource),
    'lines of tests': sumOf(files, isFile(tests)),
    'lines of documentation': sumOf(files, isFile(/\.(md|tsv)$/)),
    'golden files': names.filter(isFile(/golden/)).length,
    'literals that spread own properties': countIn(commit, String.raw`\.\.\.\{ ?[a-zA-Z]`),
    'casts (as never, as unknown as)': countIn(commit, 'as never|as unknown as'),
    'files in the root of the server': names.filter((file) => file.startsWith('server/src/') && depth(file) === 3)
      .length,
    'files that use AsyncLocalStorage': countIn(commit, "AsyncLocalStorage.*from 'node:async_hooks'"),
    decisions: names.filter(isFile(/^docs\/decisions\/\d/)).length,
    'lines of saving and locking records': sumOf(files, isFile(savingFiles)),
    'lines of finding cases': sumOf(files, (file) => findingFiles.test(file) && !tests.test(file)),
  }
}

/** The files of the three ways to save a record, and of the kit and the declarations that replaced them. */
const savingFiles =
  /(case-(save\.service|lock\.service|record|input)|association-(saving|record|papers|acting)|registry-(saving|record)|platform\/(record\/(record|choice-checks|locks)|locks|session\/lock-holder))\.ts$/
const findingFiles =
  /^server\/src\/features\/cases\/(list|home|finding|saved-views|case-source|cases\.facets|case-upkeep)/

const [then, now] = [measure(before), measure(after)]
for (const [name, value] of Object.entries(now)) {
  const change = value - then[name]
  console.log(
    `${name.padEnd(38)} ${String(then[name]).padStart(8)} ${String(value).padStart(8)} ${change > 0 ? '+' : ''}${change}`,
  )
}
