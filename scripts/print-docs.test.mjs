import { tsImport } from 'tsx/esm/api'
import { expect, test } from 'vitest'
import { printedFiles } from './print-docs.mjs'
import { withSettings } from './print-settings.mjs'

const { settingsTable } = await tsImport('../server/src/platform/settings.ts', import.meta.url)
const { officeDefaults } = await tsImport('../server/src/office-defaults.ts', import.meta.url)
const settings = Object.entries(settingsTable(officeDefaults))
const textOf = (file) => printedFiles().find(({ name }) => name === file).text

test.each(settings)('%s is in .env.example and in the operations page with its description', (name, { about }) => {
  expect(textOf('.env.example')).toContain(`# ${about}\n# ${name}=`)
  expect(textOf('docs/operations.md')).toContain(`| \`${name}\` | ${about} |`)
})

test('the text around the settings stays', () => {
  const page = withSettings('')
  const longer = `# Mine\n${page}\n## More\n`
  expect(withSettings(longer)).toBe(longer)
})

test('a page without the markers is refused', () => {
  expect(() => withSettings('# Mine')).toThrow(/must have the lines/)
})

test('the glossary has fields, roles and statuses in both languages', () => {
  const glossary = textOf('docs/glossary.md')
  for (const row of [
    '| message | `resoconto_fatti` |',
    '| manager | `ACLRUP` |',
    '| toAssign | `2` |',
    '| operator | `operatore` |',
  ]) {
    expect(glossary).toContain(row)
  }
})
