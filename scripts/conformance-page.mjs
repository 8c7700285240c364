// The rows of docs/conformance.tsv as a page of Markdown: node scripts/conformance.mjs --page
const sections = {
  P1: 'Specification 1, §1 What the product does and for whom',
  P2: 'Specification 1, §2 Screens and routes',
  P3: 'Specification 1, §3 Entities and their fields',
  P4: 'Specification 1, §4 States and transitions',
  P5: 'Specification 1, §5 Validation rules',
  P6: 'Specification 1, §6 Roles and permissions',
  P7: 'Specification 1, §7 The calls it makes',
  P8: 'Specification 1, §8 The error catalogue',
  P9: 'Specification 1, §9 Business constants and limits',
  B1: 'Specification 2, §1 What the product does and for whom',
  B2: 'Specification 2, §2 Screens and routes',
  B3: 'Specification 2, §3 Entities and their fields',
  B4: 'Specification 2, §4 States and transitions',
  B5: 'Specification 2, §5 Validation rules',
  B6: 'Specification 2, §6 Roles and permissions',
  B7: 'Specification 2, §7 Calls',
  B8: 'Specification 2, §8 Error catalogue',
  B9: 'Specification 2, §9 Business constants and limits',
  D0: 'Decisions, head: precedence and settings',
  D1: 'Decisions, §1 Wire conventions',
  D2: 'Decisions, §2 Sign-in, session, roles',
  D3: 'Decisions, §3 Public report',
  D4: 'Decisions, §4 Attachments',
  D5: 'Decisions, §5 Cases',
  D6: 'Decisions, §6 Association register',
  D7: 'Decisions, §7 Registry',
  D8: 'Decisions, §8 Locks',
  D9: 'Decisions, §9 Exports, statistics, jobs',
  D10: 'Decisions, §10 Data protection',
  D11: 'Decisions, §11 Assistance',
  D12: 'Decisions, §12 Reference data',
}

/** Groups by key; Node 20 has no Map.groupBy. */
export function groupBy(items, keyOf) {
  const groups = new Map()
  for (const item of items) {
    const key = keyOf(item)
    if (!groups.has(key)) groups.set(key, [])
    groups.get(key).push(item)
  }
  return groups
}

/** The table as a page of Markdown. */
export function pageOf(rows) {
  const bySection = groupBy(rows, ({ id }) => id.split('-')[0])
  const cell = (texts) => texts.join('<br>').replaceAll('|', '\\|')
  const line = ({ id, what, covers, shownBy }) => `| ${id} | ${cell([what])} | ${cell(covers)} | ${cell(shownBy)} |`
  const heads = ['| id | what | covers | shown by |', '|---|---|---|---|']
  const parts = [...bySection].flatMap(([section, own]) => [
    '',
    `## ${sections[section]}`,
    '',
    ...heads,
    ...own.map(line),
  ])
  return ['# Conformance: the requirements, and the tests that show them', ...parts, ''].join('\n')
}
