// The program of a parser's thread.
import { runParser } from '#platform/parsing/run-parser.ts'
import { parsers } from './parsers.ts'

export const run = runParser(parsers)
