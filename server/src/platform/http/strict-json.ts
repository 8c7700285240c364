import type { Issue } from '@portal/contract'
import { invalidInput, Problem } from '../problem.ts'

const deepest = 20
/** So many faults are told, and so much of a path: an answer must not outgrow what was sent. */
const most = { faults: 20, pathCharacters: 200 }

/**
 * Parses a JSON body. Beyond `JSON.parse` it refuses a member that is named twice (which of the two did the sender mean?)
 * and nesting deeper than any form of ours.
 */
export function parseStrictJson(text: string): unknown {
  const value = parse(text)
  const issues = faultsOf(text)
  if (issues.length > 0) throw invalidInput(issues)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('malformed_input', { issues: [{ path: '', message: 'json_non_valido' }] })
  }
}

/** An object or a list that the walk is inside of. */
interface Level {
  /** Names met so far; undefined inside a list. */
  readonly names: Set<string> | undefined
  readonly path: string
  /** The text or name met last. */
  last: string
}

// The text is unrolled: a file in a member would exhaust the matcher.
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/gs

/** Walks the tokens of text that is known to be JSON; too deep a level ends the walk. */
function faultsOf(text: string): Issue[] {
  const issues: Issue[] = []
  const levels: Level[] = []
  for (const [found] of text.matchAll(token)) {
    if (levels.length > deepest) return [{ path: levels[0]?.path ?? '', message: 'json_troppo_profondo' }]
    const fault = step(levels, found)
    if (fault) issues.push(fault)
    if (issues.length === most.faults) break
  }
  return issues
}

function step(levels: Level[], found: string): Issue | undefined {
  const level = levels.at(-1)
  switch (found) {
    case '{':
    case '[':
      levels.push({ names: found === '{' ? new Set() : undefined, path: level ? pathIn(level) : '', last: '' })
      return undefined
    case '}':
    case ']':
      levels.pop()
      return undefined
    case ':':
      return level && nameMet(level)
    default:
      if (level) level.last = found
      return undefined
  }
}

/** The name before a colon: a fault when its object has it already. */
function nameMet(level: Level): Issue | undefined {
  level.last = JSON.parse(level.last) as string
  const isRepeated = level.names?.has(level.last)
  level.names?.add(level.last)
  return isRepeated ? { path: pathIn(level), message: 'campo_ripetuto' } : undefined
}

const pathIn = ({ names, path, last }: Level) =>
  names ? [path, last].filter(Boolean).join('.').slice(0, most.pathCharacters) : path
