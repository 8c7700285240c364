// The program of a parser's process.

import { parsers } from './parsers.ts'
import { serveParsers } from './platform/parsing/serve-parsers.ts'

serveParsers(parsers)
