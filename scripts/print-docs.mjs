// npm run docs: writes the pages generated from the sources (settings, API). --check reports which are out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openApiText } from './print-openapi.mjs'
import { envExample, withSettings } from './print-settings.mjs'
import { transferSchemaText } from './print-transfer.mjs'
import { root } from './stamp.mjs'

/** Each generated file with its generated text and its current text. */
export function printedFiles() {
  const read = (name) => (existsSync(root + name) ? readFileSync(root + name, 'utf8') : '')
  const operations = read('docs/operations.md')
  const files = {
    '.env.example': envExample(),
    'docs/operations.md': withSettings(operations),
    'docs/openapi.json': openApiText(),
    'docs/moving-in.schema.json': transferSchemaText(),
  }
  return Object.entries(files).map(([name, text]) => ({ name, text, current: read(name) }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const stale = printedFiles().filter(({ text, current }) => text !== current)
  if (process.argv.includes('--check')) {
    for (const { name } of stale) console.error(`${name} is out of date: npm run docs`)
    process.exitCode = stale.length > 0 ? 1 : 0
  } else for (const { name, text } of stale) writeFileSync(root + name, text)
}
