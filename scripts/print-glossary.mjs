import { tsImport } from 'tsx/esm/api'

const contract = await tsImport('../contract/src/index.ts', import.meta.url)

/** Every schema reachable from the exports of the contract. The registry of names cannot be enumerated. */
function reachable() {
  const found = new Set()
  const visit = (value) => {
    if (typeof value !== 'object' || value === null || found.has(value)) return
    found.add(value)
    const members = value._zod ? [value._zod.def, value._zod.def.shape] : [value]
    for (const member of members) for (const part of Object.values(member ?? {})) visit(part)
  }
  for (const value of Object.values(contract)) visit(value)
  return [...found].filter((value) => value._zod)
}

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
const words = (pairs) => pairs.map(([code, wire]) => [code, `\`${wire}\``])
const section = (title, rows) => `## ${title}\n\n${table(['in code', 'on the wire'], words(rows))}\n`

/** Groups objects with identical names under one heading. */
function groupByNames(objects) {
  const titles = new Map()
  for (const { name, names } of objects) {
    const key = JSON.stringify(names)
    titles.set(key, (titles.get(key) ?? new Set()).add(`\`${name}\``))
  }
  const sections = [...titles].map(([key, set]) => ({ names: JSON.parse(key), title: [...set].sort().join(', ') }))
  return sections.sort((a, b) => a.title.localeCompare(b.title, 'en'))
}

/** The glossary page: all names in code and on the wire. */
export function glossary() {
  const named = reachable().flatMap((schema) => contract.wireNames.get(schema) ?? [])
  const fields = Object.entries(contract.reportFields).map(([name, { wire }]) => [name, wire])
  return [
    '# Glossary\n',
    'English in code, Italian on the wire. Printed from the contract by `npm run docs`.\n',
    section('Roles', Object.entries(contract.roleCodes)),
    section('Case statuses (`id_stato`)', Object.entries(contract.caseStatusIds)),
    section('Statuses of an association', Object.entries(contract.associationStatusIds)),
    section('Fields of a report', fields),
    ...groupByNames(named).map(({ names, title }) => section(title, Object.entries(names))),
  ].join('\n')
}
