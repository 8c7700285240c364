import { tsImport } from 'tsx/esm/api'

const { openApi } = await tsImport('../server/src/features/site/openapi.ts', import.meta.url)

const lineLength = 120

/** JSON with a line for each value that fits on one. */
export function jsonLines(value, indent = '') {
  const whole = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + whole.length <= lineLength) return whole
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const members = Array.isArray(value)
    ? value.map((item) => jsonLines(item, inner))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${jsonLines(member, inner)}`)
  return `${open}\n${members.map((member) => inner + member).join(',\n')}\n${indent}${close}`
}

/** The description of the whole API, for an office without a name: its diff is the review of a change of the wire. */
export const openApiText = () => `${jsonLines(openApi({ name: 'Portale', slug: 'ufficio' }, '0.0.0'))}\n`
