import { tsImport } from 'tsx/esm/api'

const { settingsTable } = await tsImport('../server/src/platform/settings/settings.ts', import.meta.url)
const { officeDefaults } = await tsImport('../server/src/wiring/office-defaults.ts', import.meta.url)
const settings = Object.entries(settingsTable(officeDefaults))

const start = '<!-- settings: printed by `npm run docs` -->'
const end = '<!-- end of settings -->'
const empty = `# Operations\n\nEvery setting is an environment variable, or a line of the file \`.env\`.\n\n${start}\n${end}\n`

const cell = (text) => text.replaceAll('|', '\\|')
const row = ([name, { about, fallback }]) =>
  `| \`${name}\` | ${cell(about)} | ${fallback ? `\`${cell(fallback)}\`` : ''} |`

/** The page with the table of settings between its two markers; an empty page gets a new frame. */
export function withSettings(page) {
  const [before, rest] = (page || empty).split(start)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`docs/operations.md must have the lines ${start} and ${end}.`)
  const table = ['| setting | what | default |', '|---|---|---|', ...settings.map(row)]
  return [before, start, '\n', table.join('\n'), '\n', end, after].join('')
}

/** A file to copy as .env: every setting, commented out, with its default. */
export function envExample() {
  const lines = settings.map(([name, { about, fallback = '' }]) => `# ${about}\n# ${name}=${quoted(fallback)}\n`)
  return [
    '# Copy this file as .env and uncomment what you change. The environment wins over the file.\n',
    ...lines,
  ].join('\n')
}

function quoted(text) {
  if (/^[\w./:@-]*$/.test(text)) return text
  const mark = ["'", '"', '`'].find((each) => !text.includes(each))
  if (!mark) throw new Error(`A setting cannot be quoted in .env.example: ${text}`)
  return `${mark}${text}${mark}`
}
