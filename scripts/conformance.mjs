// Checks that the tests named in docs/conformance.md and in the claims of docs/security.md exist: node scripts/conformance.mjs [--allow-open]
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const literal = String.raw`(['"\x60])((?:\\.|(?!\1)[^\\])*)\1`
const direct = String.raw`\b(?:test|it|describe)(?:\.(?!skip\b|todo\b)\w+)*\(\s*${literal}`
const parametrised = String.raw`\b(?:test|it|describe)(?:\.\w+)*\.(?:each|for|runIf|skipIf)\b[\s\S]*?[)\x60]\(\s*${literal}`

/** The titles of the tests and groups in a test file's text, as written; skipped and commented-out ones do not count. */
export function titlesOf(source) {
  const code = source.replace(/^\s*\/\/.*$/gm, '')
  const found = [direct, parametrised].flatMap((pattern) => [...code.matchAll(new RegExp(pattern, 'g'))])
  return new Set(found.map(([, , title]) => title.replace(/\\(.)/g, '$1')))
}

/** The cells of a table line; an escaped bar belongs to its cell. */
const cellsOf = (line) => Array.from(line.split(/(?<!\\)\|/).slice(1, -1), (cell) => cell.trim().replaceAll('\\|', '|'))

/** The rows of the tables in a Markdown text, and an error for each table with a wrong header. */
function rowsOf(markdown) {
  const tables = markdown.match(/(?:^ *\|.*\n?)+/gm) ?? []
  const hasRightHeader = (table) => /^\| id \| what \| shown by \|\n(?:\| ?:?-+:? ?){3}\|(?:\n|$)/.test(table)
  return {
    rows: tables.filter(hasRightHeader).flatMap((table) => table.trimEnd().split('\n').slice(2).map(cellsOf)),
    errors: tables
      .filter((table) => !hasRightHeader(table))
      .map((table) => `a table's columns are wrong: ${table.split('\n')[0]}`),
  }
}

/** The error of one reference `file › title`; undefined if the file has that test. */
function errorOfReference(reference, readFile) {
  const [, file, title] = /^(\S+) › (.+)$/.exec(reference) ?? []
  if (file === undefined) return `"${reference}" is neither a test nor "later"`
  const source = readFile(file)
  if (source === undefined) return `${file} does not exist`
  return titlesOf(source).has(title) ? undefined : `${file} has no test "${title}"`
}

/** The kind of a row for the counts (`shown`, `not built`, `later (#5)`, `later`, `open (#2)`), and its errors. */
function checkRow(shownBy, readFile, allowOpen) {
  if (/^not built: \S.{9,}$/.test(shownBy)) return { kind: 'not built', errors: [] }
  if (/^later(?: \(#\d+\))?$/.test(shownBy)) return { kind: shownBy, errors: [] }
  if (/^\(#\d+\)$/.test(shownBy)) return { kind: `open ${shownBy}`, errors: allowOpen ? [] : [`still open ${shownBy}`] }
  const errors = shownBy.split('<br>').map((reference) => errorOfReference(reference.trim(), readFile))
  return { kind: 'shown', errors: errors.filter((error) => error !== undefined) }
}

/** Checks a conformance text; returns the errors and the counts of rows by kind. `readFile` returns a file's text or undefined. */
export function checkConformance(markdown, readFile, { allowOpen = false } = {}) {
  const { rows, errors } = rowsOf(markdown)
  const counts = { rows: rows.length }
  const ids = new Set()
  if (rows.length === 0) errors.push('there is no row')
  for (const cells of rows) {
    const [id = '', what, shownBy = ''] = cells
    const { kind, errors: own } = checkRow(shownBy, readFile, allowOpen)
    if (cells.length !== 3 || !what) own.push('a row needs three filled cells')
    if (!/^[PBD]\d+-[A-Z]+-\d{2,3}$/.test(id)) own.push('not an id such as P2-ROUTE-03')
    if (ids.has(id)) own.push('the id is taken by an earlier row')
    ids.add(id)
    errors.push(...own.map((error) => `${id}: ${error}`))
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return { errors, counts }
}

/** The errors of the tables with the header `| claim | test |`: each claim names its tests as a row of conformance does. */
export function checkClaims(markdown, readFile) {
  const tables = markdown.match(/^\| claim \| test \|\n(?:^\|.*\n?)+/gm) ?? []
  const claims = tables.flatMap((table) => table.trimEnd().split('\n').slice(2).map(cellsOf))
  if (claims.length === 0) return ['there is no claim']
  return claims.flatMap(([claim, tests = '']) =>
    tests
      .split('<br>')
      .map((reference) => errorOfReference(reference.trim(), readFile))
      .filter((error) => error !== undefined)
      .map((error) => `${claim}: ${error}`),
  )
}

/** Checks the project in the working directory, prints the errors and the counts, and sets the exit status. */
function main() {
  const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
  const allowOpen = process.argv.includes('--allow-open')
  const { errors, counts } = checkConformance(read('docs/conformance.md') ?? '', read, { allowOpen })
  const security = read('docs/security.md')
  if (security !== undefined) errors.push(...checkClaims(security, read))
  for (const error of errors) console.error(error)
  const summary = Object.entries(counts).map(([kind, count]) => `${kind}: ${count}`)
  console.log(summary.sort().join(', '))
  process.exitCode = errors.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
