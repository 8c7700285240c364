// The program of a parser's process.

import { serveParsers } from '../platform/parsing/serve-parsers.ts'
import { parsers } from './parsers.ts'

serveParsers(parsers)
