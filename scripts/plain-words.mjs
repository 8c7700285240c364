// The words that CONTRIBUTING refuses, and the files that still have some of them. node scripts/plain-words.mjs updates the
// counts after files were corrected or moved, and refuses higher totals than before.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { projectFiles } from './project-files.mjs'

const list = new URL('./plain-words.json', import.meta.url)

/** `words`: the replacements, by refused word. `left`: how many of each word each file still has. */
const readList = () => JSON.parse(readFileSync(list, 'utf8'))

const isRead = (name) =>
  /\.(ts|tsx|mjs|js|md|scss)$/.test(name) && !/^scripts\/plain-words/.test(name) && !name.startsWith('docs/glossary')

/** A pattern for a word alone or as a part of an identifier: `word`, `isWordBeside`. */
const patternOf = (word) =>
  new RegExp(`(?<![A-Za-z])${word}(?![a-z])|(?<=[a-z])${word[0].toUpperCase()}${word.slice(1)}(?![a-z])`, 'g')

/** Counts the refused words of each file that has any, as { name: { word: count } }. */
export function countWords(files, words) {
  const patterns = words.map((word) => [word, patternOf(word)])
  const counts = files
    .filter(({ name }) => isRead(name))
    .map(({ name, text }) => [
      name,
      Object.fromEntries(
        patterns.flatMap(([word, pattern]) => {
          const count = text.match(pattern)?.length ?? 0
          return count > 0 ? [[word, count]] : []
        }),
      ),
    ])
  return Object.fromEntries(counts.filter(([, found]) => Object.keys(found).length > 0))
}

/** One sentence for each file that has more of a word than listed, or fewer, in which case the list must be updated. */
export function faultsOfWords(files, { words, left } = readList()) {
  const found = countWords(files, Object.keys(words))
  const names = [...new Set([...Object.keys(found), ...Object.keys(left)])].sort()
  return names.flatMap((name) =>
    Object.keys(words).flatMap((word) => {
      const [now, before] = [found[name]?.[word] ?? 0, left[name]?.[word] ?? 0]
      if (now > before) return [`${name} has '${word}' ${now} times, ${before} before: write ${words[word]}`]
      if (now < before) return [`${name} has fewer of '${word}' than listed: node scripts/plain-words.mjs`]
      return []
    }),
  )
}

const totalOf = (counts, word) => Object.values(counts).reduce((sum, found) => sum + (found[word] ?? 0), 0)

function lowerList() {
  const { words, left } = readList()
  const found = countWords(projectFiles(), Object.keys(words))
  const grown = Object.keys(words).filter((word) => totalOf(found, word) > totalOf(left, word))
  if (grown.length > 0) throw new Error(`More than before of: ${grown.join(', ')}`)
  writeFileSync(list, `${JSON.stringify({ words, left: found }, undefined, 2)}\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) lowerList()
