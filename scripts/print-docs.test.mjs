import { tsImport } from 'tsx/esm/api'
import { expect, test } from 'vitest'
import { printedFiles } from './print-docs.mjs'
import { withSettings } from './print-settings.mjs'

const { settingsTable } = await tsImport('../server/src/platform/settings/settings.ts', import.meta.url)
const { officeDefaults } = await tsImport('../server/src/wiring/office-defaults.ts', import.meta.url)
const { api } = await tsImport('../contract/src/index.ts', import.meta.url)
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

test('the description of the API has every call of the contract, with the members of what it takes and answers', () => {
  const { paths, components } = JSON.parse(textOf('docs/openapi.json'))
  const opened = ({ $ref: ref, ...schema }) => (ref ? components.schemas[ref.split('/').at(-1)] : schema)
  for (const { method, path } of Object.values(api).flat())
    expect(paths[path.replace(/:(\w+)/g, '{$1}')]).toHaveProperty(method.toLowerCase())
  const { get: read } = paths['/v1/segnalazioni/dettaglio/{id}']
  const { result } = read.responses[200].content['application/json'].schema.properties
  for (const member of ['resoconto_fatti', 'personaFisica', 'id_stato', 'azioni'])
    expect(opened(result).properties).toHaveProperty(member)
  const { post: send } = paths['/v1/noauth/segnalazione']
  expect(send.requestBody.content['application/json'].schema.required).toContain('resoconto_fatti')
})
