// docs/conformance.tsv: one row for every route, call, field, message, constant and rule of specification 1 (public portal, `P`),
// specification 2 (back office and register, `B`) and the decisions (`D`); the number in an id is the section's. Ids are stable: a new row
// takes the next free number of its kind, and the number of a removed row stays unused. If a specification repeats a point, so does the table.
// `{product}` is the office's product tag, `{slug}` its base path. Rows with 'the table has' are about the policy as data, their
// counterparts about how server and screen apply it.
//
// `shown by` names tests, `file › title of a test, of a group or of a step`, several with ` ; `. Or it says `later (#5)`: the issue that
// builds the row; `(#5)`: the issue has yet to add the test; `not built: …`: why nothing shows the row. Those cover nothing.
// `covers` says what these tests cover together, several with ` ; `:
//   call GET /v1/x/{id}            the call, as in docs/openapi.json
//   sent POST /v1/x a.list[].b     a member of its body or query with a value; a text of JSON counts as what it says
//   read GET /v1/x a.list[].b      a member of its result with a value
//   error campo_obbligatorio       a refusal with this word or this status, or a field with this code
//   route /login                   an address of the site, below the base path
//   text Prosegui                  part of a text that is visible, in the answer of a call, or in a mail; in any case of letters
//   column Scadenza                a column that is visible at 1280 pixels
//   module contract/src/x.ts       source that the file of the test imports or names, itself or in the support files of its tests
// node scripts/conformance.mjs checks that tests, calls and modules exist; with --page it prints the table as Markdown, with --coverage it
// compares it with what the last runs covered (scripts/coverage.mjs), as `npm test` does at its end.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { groupBy, pageOf } from './conformance-page.mjs'
import { isCall, readCovered } from './coverage.mjs'

const table = 'docs/conformance.tsv'
const separator = ' ; '
const header = ['id', 'what', 'covers', 'shown by']

const literal = String.raw`(['"\x60])((?:\\.|(?!\1)[^\\])*)\1`
const direct = String.raw`\b(?:test|it|describe)(?:\.(?!skip\b|todo\b)\w+)*\(\s*${literal}`
const parametrised = String.raw`\b(?:test|it|describe)(?:\.\w+)*\.(?:each|for|runIf|skipIf)\b[\s\S]*?[)\x60]\(\s*${literal}`

/** The titles of the tests and groups in a test file's text, as written; skipped and commented-out ones do not count. */
export function titlesOf(source) {
  const code = source.replace(/^\s*\/\/.*$/gm, '')
  const found = [direct, parametrised].flatMap((pattern) => [...code.matchAll(new RegExp(pattern, 'g'))])
  return new Set(found.map(([, , title]) => title.replace(/\\(.)/g, '$1')))
}

/** The rows of the table's text. */
export function readRows(text) {
  const [first = '', ...lines] = text.replace(/\n$/, '').split('\n')
  if (first !== header.join('\t')) throw new Error(`the columns are ${header.join(', ')}`)
  return lines.map((line) => {
    const cells = line.split('\t')
    const [id, what = '', covers = '', shownBy = ''] = cells
    return {
      id,
      what,
      covers: covers === '' ? [] : covers.split(separator),
      shownBy: shownBy.split(separator),
      cells: cells.length,
    }
  })
}

/** The file and the title of a reference `file › title`. */
function partsOf(reference) {
  const [, file, title] = /^(\S+) › (.+)$/.exec(reference) ?? []
  return { file, title }
}

/** The error of one reference; undefined if the file has that test. */
function errorOfReference(reference, readFile) {
  const { file, title } = partsOf(reference)
  if (file === undefined) return `"${reference}" is neither a test nor "later"`
  const source = readFile(file)
  if (source === undefined) return `${file} does not exist`
  return titlesOf(source).has(title) ? undefined : `${file} has no test "${title}"`
}

/** The kind of a row for the counts (`shown`, `not built`, `later (#5)`, `later`, `open (#2)`). */
function kindOf({ shownBy }) {
  const [first] = shownBy
  if (shownBy.length > 1) return 'shown'
  if (/^not built: \S.{9,}$/.test(first)) return 'not built'
  if (/^later(?: \(#\d+\))?$/.test(first)) return first
  return /^\(#\d+\)$/.test(first) ? `open ${first}` : 'shown'
}

const forms = {
  call: /^(?:GET|POST) \/\S+$/,
  sent: /^(?:GET|POST) \/\S+ \S+$/,
  read: /^(?:GET|POST) \/\S+ \S+$/,
  error: /^\w+$/,
  route: /^\/\S*$/,
  text: /^\S.*$/,
  column: /^\S.*$/,
  module: /^\S+$/,
}

/** The kind of a token and what it names. */
function tokenOf(text) {
  const [, kind = '', name = ''] = /^(\w+) (.+)$/.exec(text) ?? []
  return { kind, name, text }
}

/** Files whose tests leave a record of what they cover. */
const recordsItself = /^(?:server|web|e2e)\//

/** Support files of tests, which a test covers things through; but through `build-app` each would cover the whole server. */
const isSupport = (file) => /^(?:(?:server|web|contract)\/test|e2e)\/(?!build-app\.ts)[\w/.-]+\.tsx?$/.test(file)

/** The files that a source imports or names in a text. */
function filesNamedIn(file, source) {
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const workspace = file.split('/')[0]
  const named = /['"`](@portal\/contract\/[\w-]+|[^'"`\n]+\.(?:tsx?|mjs|js|json))['"`]/g
  return [...source.matchAll(named)].map(([, name]) => {
    if (name.startsWith('#')) return `${workspace}/src/${name.slice(1)}`
    if (name.startsWith('.')) return new URL(name, `file:///${folder}`).pathname.slice(1)
    return name
  })
}

/** Every file that the test files import or name, themselves or in support files. */
function modulesOf(files, readFile) {
  const found = new Set()
  const queue = [...files]
  for (const file of queue) {
    for (const named of filesNamedIn(file, readFile(file) ?? '')) {
      if (found.has(named)) continue
      found.add(named)
      if (isSupport(named)) queue.push(named)
    }
  }
  return found
}

/** The errors of what a row says that its tests cover, as far as no run is needed to see them. */
function errorsOfTokens({ covers, shownBy }, readFile) {
  const files = [...new Set(shownBy.map((reference) => partsOf(reference).file))]
  if (covers.length === 0) return ['it says nothing that its tests cover']
  return covers.map(tokenOf).flatMap(({ kind, name, text }) => {
    if (!forms[kind]?.test(name)) return [`"${text}" is nothing that a test can cover`]
    if (kind === 'module') return modulesOf(files, readFile).has(name) ? [] : [`its tests do not import ${name}`]
    const call = name.split(' ').slice(0, 2).join(' ')
    if (['call', 'sent', 'read'].includes(kind) && !isCall(call)) return [`docs/openapi.json has no ${call}`]
    return files.some((file) => recordsItself.test(file)) ? [] : [`no test of it can cover "${text}"`]
  })
}

function errorsOfRow(row, readFile, allowOpen) {
  const kind = kindOf(row)
  if (kind.startsWith('open')) return allowOpen ? [] : [`still ${kind}`]
  if (kind !== 'shown') return row.covers.length > 0 ? ['a row that nothing shows covers nothing'] : []
  const errors = row.shownBy
    .map((reference) => errorOfReference(reference, readFile))
    .filter((error) => error !== undefined)
  return errors.length > 0 ? errors : errorsOfTokens(row, readFile)
}

/** Checks the table's text; returns the errors and the counts of rows by kind. `readFile` returns a file's text or undefined. */
export function checkConformance(text, readFile, { allowOpen = false } = {}) {
  const rows = readRows(text)
  const counts = { rows: rows.length }
  const errors = rows.length === 0 ? ['there is no row'] : []
  const ids = new Set()
  for (const row of rows) {
    const own = errorsOfRow(row, readFile, allowOpen)
    if (row.cells !== header.length || row.what === '') own.push('a row needs its four cells')
    if (!/^[PBD]\d+-[A-Z]+-\d{2,3}$/.test(row.id)) own.push('not an id such as P2-ROUTE-03')
    if (ids.has(row.id)) own.push('the id is taken by an earlier row')
    ids.add(row.id)
    errors.push(...own.map((error) => `${row.id}: ${error}`))
    const kind = kindOf(row)
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return { errors, counts }
}

/** The titles that a title as written may have when it runs: `%s`, `$name` and `${…}` stand for anything. */
function patternOf(title) {
  const parts = title.split(/%[sdifjoOc#$]|\$\{[^}]*\}|\$[a-z][\w.]*/i)
  return new RegExp(
    `^${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('%%', '%')).join('.*')}$`,
    's',
  )
}

const plain = (text) => text.replace(/\s+/g, ' ').toLowerCase()

/** Whether one of the recorded tokens is what a row names. */
function isCovered({ kind, name, text }, covered) {
  if (kind !== 'text' && kind !== 'column') return covered.has(text)
  const part = plain(name)
  for (const token of covered) if (token.startsWith(`${kind} `) && plain(token).includes(part)) return true
  return false
}

/** What the tests of a reference covered, with what happened in their file outside of them; undefined if they did not run. */
function coveredBy(reference, recordsByFile) {
  const { file, title } = partsOf(reference)
  const records = recordsByFile.get(file) ?? []
  const pattern = patternOf(title)
  const own = records.filter(({ titles }) => titles.some((each) => pattern.test(each)))
  if (own.length === 0) return undefined
  return [...own, ...records.filter(({ titles }) => titles.length === 0)].flatMap(({ covered }) => covered)
}

/**
 * The rows whose tests ran and did not cover what the row names. In a whole run each row must have been run, but for what only the long
 * series tests.
 */
export function errorsOfRun(rows, records, { isWhole }) {
  const recordsByFile = groupBy(records, ({ file }) => file)
  return rows
    .filter((row) => kindOf(row) === 'shown')
    .flatMap(({ id, covers, shownBy }) => {
      const tokens = covers.map(tokenOf).filter(({ kind }) => kind !== 'module')
      const references = shownBy.filter((reference) => recordsItself.test(reference))
      const runs = references.map((reference) => coveredBy(reference, recordsByFile))
      const missing = references.filter((_reference, place) => runs[place] === undefined)
      if (tokens.length === 0) return []
      if (missing.length > 0)
        return isWhole
          ? missing
              .filter((reference) => !reference.includes('.long.'))
              .map((reference) => `${id}: ${reference} did not run`)
          : []
      const covered = new Set(runs.flat())
      return tokens
        .filter((token) => !isCovered(token, covered))
        .map(({ text }) => `${id}: its tests did not cover "${text}"`)
    })
}

/** The errors of the tables with the header `| claim | test |`: each claim names its tests as a row of conformance does. */
export function checkClaims(markdown, readFile) {
  const tables = markdown.match(/^\| claim \| test \|\n(?:^\|.*\n?)+/gm) ?? []
  const cellsOf = (line) =>
    Array.from(line.split(/(?<!\\)\|/).slice(1, -1), (cell) => cell.trim().replaceAll('\\|', '|'))
  const claims = tables.flatMap((each) => each.trimEnd().split('\n').slice(2).map(cellsOf))
  if (claims.length === 0) return ['there is no claim']
  return claims.flatMap(([claim, tests = '']) =>
    tests
      .split('<br>')
      .map((reference) => errorOfReference(reference.trim(), readFile))
      .filter((error) => error !== undefined)
      .map((error) => `${claim}: ${error}`),
  )
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/** The errors of the last runs against the table; `npm test` prints them. */
export const errorsOfLastRun = (options) => errorsOfRun(readRows(read(table) ?? ''), readCovered(), options)

/** Checks the project in the working directory, prints the errors and the counts, and sets the exit status. */
function main() {
  const text = read(table) ?? ''
  if (process.argv.includes('--page')) return console.log(pageOf(readRows(text)))
  const { errors, counts } = checkConformance(text, read, { allowOpen: process.argv.includes('--allow-open') })
  for (const file of ['docs/security.md', 'docs/duties.md']) {
    const claims = read(file)
    if (claims !== undefined) errors.push(...checkClaims(claims, read))
  }
  if (process.argv.includes('--coverage')) errors.push(...errorsOfLastRun({ isWhole: false }))
  for (const error of errors) console.error(error)
  const summary = Object.entries(counts).map(([kind, count]) => `${kind}: ${count}`)
  console.log(summary.sort().join(', '))
  process.exitCode = errors.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
