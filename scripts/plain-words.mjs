// The words that CONTRIBUTING refuses anywhere, the names that it refuses in code, and the files that still have some of them.
// node scripts/plain-words.mjs updates the counts after files were corrected or moved, and refuses higher totals than before.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { projectFiles } from './project-files.mjs'

const list = new URL('./plain-words.json', import.meta.url)

/** `words` and `names`: the replacements, by refused word. `left`: how many of each word each file still has. */
const readList = () => JSON.parse(readFileSync(list, 'utf8'))

const isRead = (name) => /\.(ts|tsx|mjs|js|md|scss)$/.test(name) && !/^scripts\/plain-words/.test(name)

/** Where a refused word is the standard term: faults are injected into an installation (`npm run test:faults`). */
const standardIn = { fault: /^(faults|scripts)\// }

/** A pattern for a word alone or as a part of an identifier: `word`, `Words`, `isWordBeside`. */
const patternOf = (word) => {
  const capital = `${word[0].toUpperCase()}${word.slice(1)}`
  return new RegExp(`(?<![A-Za-z])(?:${word}|${capital})s?(?![a-z])|(?<=[a-z])${capital}s?(?![a-z])`, 'g')
}

const isCode = (name) => /\.(ts|tsx|mjs|js)$/.test(name)

/** The text without comments and strings, which may quote libraries and texts of the screen. */
const codeOf = (text) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"[^"\n]*"|`(?:\\.|[^`\\])*`/g, ' ')

/** Counts the refused words of each file that has any, as { name: { word: count } }; `names` count in code alone. */
export function countWords(files, words, names = []) {
  const wordPatterns = words.map((word) => [word, patternOf(word)])
  const namePatterns = names.map((word) => [word, patternOf(word)])
  const countIn = (text, patterns) =>
    patterns.map(([word, pattern]) => [word, text.match(pattern)?.length ?? 0]).filter(([, count]) => count > 0)
  const counts = files
    .filter(({ name }) => isRead(name))
    .map(({ name, text }) => {
      const ofNames = isCode(name) ? countIn(codeOf(text), namePatterns) : []
      const found = [...countIn(text, wordPatterns), ...ofNames].filter(([word]) => !standardIn[word]?.test(name))
      return [name, Object.fromEntries(found)]
    })
  return Object.fromEntries(counts.filter(([, found]) => Object.keys(found).length > 0))
}

/** One sentence for each file that has more of a word than listed, or fewer, in which case the list must be updated. */
export function errorsOfWords(files, { words, names = {}, left } = readList()) {
  const found = countWords(files, Object.keys(words), Object.keys(names))
  const refused = { ...words, ...names }
  return [...new Set([...Object.keys(found), ...Object.keys(left)])].sort().flatMap((name) =>
    Object.keys(refused).flatMap((word) => {
      const [now, before] = [found[name]?.[word] ?? 0, left[name]?.[word] ?? 0]
      if (now > before) return [`${name} has '${word}' ${now} times, ${before} before: write ${refused[word]}`]
      if (now < before) return [`${name} has fewer of '${word}' than listed: node scripts/plain-words.mjs`]
      return []
    }),
  )
}

const totalOf = (counts, word) => Object.values(counts).reduce((sum, found) => sum + (found[word] ?? 0), 0)

function lowerList() {
  const { words, names, left } = readList()
  const found = countWords(projectFiles(), Object.keys(words), Object.keys(names))
  const grown = Object.keys({ ...words, ...names }).filter((word) => totalOf(found, word) > totalOf(left, word))
  if (grown.length > 0) throw new Error(`More than before of: ${grown.join(', ')}`)
  writeFileSync(list, `${JSON.stringify({ words, names, left: found }, undefined, 2)}\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) lowerList()
