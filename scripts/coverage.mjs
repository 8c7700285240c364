// What the tests cover, for docs/conformance.tsv: calls and their members, routes, texts, columns. The tests of server and site and the
// journeys record it in test-results/coverage, one file for each of theirs; scripts/conformance.mjs compares it with the table.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The project's folder; in jsdom the address of a module is none of a file. */
const root = join(import.meta.dirname, '..')
const folder = `${root}/test-results/coverage/`

/** Longer texts are documents, and no row names them. */
const maxText = 600
/** Rows of a list that are looked at: what the first have, the others have. */
const maxItems = 100

/** Saves the records `{ file, titles, covered }` of some tests under a name of their own. */
export function saveCoverage(name, records) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    `${folder}${name.replace(/[^\w.-]+/g, '-')}.jsonl`,
    records.map((record) => JSON.stringify(record)).join('\n'),
  )
}

/** Deletes the records of earlier runs. */
export const forgetCoverage = () => rmSync(folder, { recursive: true, force: true })

/** Every record of the last runs. */
export function readCovered() {
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) =>
    readFileSync(folder + name, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  )
}

/** The path of a file in the tree, as the table has it. */
export const pathInTree = (file) => relative(root, file).split('\\').join('/')

let ofTest
/** What happens outside the tests of a file, as in `beforeAll`, is part of each of them. */
let ofFile = new Set()

/** Adds what the running test of vitest covered. */
export function cover(tokens) {
  const covered = ofTest ?? ofFile
  for (const token of tokens) covered.add(token)
}

/** Records the tests of a file of vitest; called by a set-up file, which runs before each of them. `atEnd` adds what a test shows last. */
export function recordTests({ beforeEach, afterEach, afterAll }, atEnd = () => []) {
  const records = []
  let file
  ofTest = undefined
  ofFile = new Set()
  beforeEach(() => {
    ofTest = new Set()
  })
  afterEach(({ task }) => {
    cover(atEnd())
    file = pathInTree(task.file.filepath)
    records.push({ titles: titlesOf(task), covered: [...(ofTest ?? [])] })
    ofTest = undefined
  })
  afterAll(() => {
    if (file)
      saveCoverage(file, [
        ...records.map((record) => ({ file, ...record })),
        { file, titles: [], covered: [...ofFile] },
      ])
  })
}

/** The title of a test and of the groups around it. */
const titlesOf = ({ name, suite }) => [...(suite ? titlesOf(suite) : []), name]

let knownCalls

/** The calls of docs/openapi.json: paths without parameters, and patterns of the others. */
function callsOfDocument() {
  if (knownCalls) return knownCalls
  const { paths } = JSON.parse(readFileSync(`${root}/docs/openapi.json`, 'utf8'))
  const patterns = Object.keys(paths).filter((path) => path.includes('{'))
  knownCalls = {
    exact: new Set(Object.keys(paths)),
    patterns: patterns.map((path) => [path, new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)]),
    names: new Set(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      ),
    ),
  }
  return knownCalls
}

/** Whether docs/openapi.json has the call `GET /v1/…/{id}`. */
export const isCall = (name) => callsOfDocument().names.has(name)

/** The path of a call as docs/openapi.json has it; undefined if it has none. */
function documentedPath(path) {
  const { exact, patterns } = callsOfDocument()
  return exact.has(path) ? path : patterns.find(([, pattern]) => pattern.test(path))?.[0]
}

/**
 * The members of a value of JSON that have a value, by dotted path, at any depth; the items of a list share theirs. A text of JSON counts as
 * what it says.
 */
export function membersOf(value, path = '', found = new Set()) {
  const json = typeof value === 'string' && /^[[{]/.test(value) ? parsed(value) : value
  if (isAbsent(json)) return found
  if (path !== '' && !path.endsWith('[]')) found.add(path)
  for (const [memberPath, member] of partsOf(json, path)) membersOf(member, memberPath, found)
  return found
}

/** The items of a list and the members of an object, each with its path. */
function partsOf(json, path) {
  if (Array.isArray(json)) return json.slice(0, maxItems).map((item) => [`${path}[]`, item])
  if (typeof json !== 'object') return []
  return Object.entries(json).map(([name, member]) => [path ? `${path}.${name}` : name, member])
}

const isAbsent = (json) =>
  json === undefined || json === null || json === '' || (Array.isArray(json) && json.length === 0)

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The texts in a value of JSON. */
function textsOf(json, found = new Set()) {
  if (typeof json === 'string' && json.length <= maxText) found.add(json)
  else if (Array.isArray(json)) for (const item of json.slice(0, maxItems)) textsOf(item, found)
  else if (typeof json === 'object' && json !== null) for (const member of Object.values(json)) textsOf(member, found)
  return found
}

/** What a call covers. `path` is below `/api` and may have a query; `answer` is the whole envelope. */
export function tokensOfCall({ method, path, body, answer }) {
  const [called, query] = path.split('?')
  const documented = documentedPath(called)
  if (!documented) return []
  const name = `${method} ${documented}`
  const sent = [...membersOf(Object.fromEntries(new URLSearchParams(query))), ...membersOf(body)]
  const read = [...membersOf(answer?.result)]
  const words = [answer?.errorCode, ...(answer?.result?.errori ?? []).map(({ codice }) => codice)]
  return [
    `call ${name}`,
    ...sent.map((member) => `sent ${name} ${member}`),
    ...read.map((member) => `read ${name} ${member}`),
    ...words.filter(Boolean).map((word) => `error ${word}`),
    ...[...textsOf(answer?.result)].map((text) => `text ${text}`),
  ]
}

/** The lines of a text, of a page without its markup. */
export const tokensOfText = (text) =>
  text
    .replace(/<(?:script|style)[\s\S]*?<\/(?:script|style)>/g, '')
    .replace(/<[^>]+>/g, '\n')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && line.length <= maxText)
    .map((line) => `text ${line}`)
