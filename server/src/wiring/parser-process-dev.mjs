// The program of a parser's process from its sources.
import { register } from 'tsx/esm/api'

register()
await import('./parser-process.ts')
