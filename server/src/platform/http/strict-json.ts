import type { FieldError } from '@portal/contract'
import { AppError, invalidInput } from '../app-error.ts'

const maxDepth = 20
/** Caps on the reported errors and paths, so that an answer is never larger than its request. */
const reportCaps = { errors: 20, pathCharacters: 200 }

/**
 * Parses a JSON body. Stricter than `JSON.parse`, it refuses repeated names (the sender's intention would be unclear) and
 * nesting deeper than any of our forms.
 */
export function parseStrictJson(text: string): unknown {
  const value = parse(text)
  const fieldErrors = errorsOf(text)
  if (fieldErrors.length > 0) throw invalidInput(fieldErrors)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('malformed_input', { fieldErrors: [{ path: '', message: 'json_non_valido' }] })
  }
}

/** An object or a list around the current token. */
interface Level {
  /** Names found so far; undefined inside a list. */
  readonly names: Set<string> | undefined
  readonly path: string
  /** The last text or name. */
  last: string
}

// The text is unrolled, because a file in a member would exhaust the regex engine.
const tokenPattern = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/gs

/** Walks the tokens of valid JSON; stops at a level that is too deep. */
function errorsOf(text: string): FieldError[] {
  const fieldErrors: FieldError[] = []
  const levels: Level[] = []
  for (const [token] of text.matchAll(tokenPattern)) {
    if (levels.length > maxDepth) return [{ path: levels[0]?.path ?? '', message: 'json_troppo_profondo' }]
    const error = step(levels, token)
    if (error) fieldErrors.push(error)
    if (fieldErrors.length === reportCaps.errors) break
  }
  return fieldErrors
}

function step(levels: Level[], token: string): FieldError | undefined {
  const level = levels.at(-1)
  switch (token) {
    case '{':
    case '[':
      levels.push({ names: token === '{' ? new Set() : undefined, path: level ? pathIn(level) : '', last: '' })
      return undefined
    case '}':
    case ']':
      levels.pop()
      return undefined
    case ':':
      return level && readName(level)
    default:
      if (level) level.last = token
      return undefined
  }
}

/** Reads the name before a colon; returns an error when its object has the name already. */
function readName(level: Level): FieldError | undefined {
  level.last = JSON.parse(level.last) as string
  const isRepeated = level.names?.has(level.last)
  level.names?.add(level.last)
  return isRepeated ? { path: pathIn(level), message: 'campo_ripetuto' } : undefined
}

const pathIn = ({ names, path, last }: Level) =>
  names ? [path, last].filter(Boolean).join('.').slice(0, reportCaps.pathCharacters) : path
