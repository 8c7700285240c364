// What each task of npm run new writes. An anchor that a file no longer has fails the test of this file.
import { facetsWith, nextMigration } from './new-migration.mjs'

const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const Pascal = (name) => name[0].toUpperCase() + name.slice(1)
const singular = (name) => name.replace(/ies$/, 'y').replace(/s$/, '')
const text = JSON.stringify
/** A text as code, also where nothing formats it. */
const quoted = (words) => `'${words.replaceAll("'", "\\'")}'`

const officeTexts = 'contract/src/texts/office/it.json'
const deskTexts = 'web/src/texts/desk/it.json'

/** A page of the desk that lists the rows of a table, in a feature that exists on both sides. */
const list = {
  options: {
    feature: 'the folder of the feature, in contract, server and web: operators',
    wire: 'its path and name on the wire: iscrizioni',
    title: "the title of the page: 'Iscrizioni'",
    table: 'the table: enrolments',
    column: 'a text column in clear, by which it is filtered and sorted: body',
    permission: 'who may open it (contract/src/session/roles.ts): administration',
  },
  example:
    "enrolments --feature operators --wire iscrizioni --title 'Iscrizioni' --table enrolments --column body --permission administration",
  steps({ name, feature, wire, title, table, column, permission }) {
    const [row, Row] = [singular(name), Pascal(singular(name))]
    const Rows = Pascal(name)
    return [
      {
        file: `contract/src/${feature}/${feature}.endpoints.ts`,
        imports: {
          '../kit/endpoint.ts': ['defineEndpoint', 'unauditedRead'],
          '../kit/page.ts': ['pageOf', 'pageQuery'],
          '../kit/wire.ts': ['onWire', 'recordId'],
          '../kit/filter-schemas.ts': ['filtersOnWire', 'searchWords'],
          '../session/roles.ts': ['rolesOf'],
        },
        after: /$(?![\s\S])/,
        add: `
/** A row of the list at /${wire}. */
export const ${row}Row = onWire('riga_${wire}', {
  id: [recordId, 'id'],
  ${column}: [z.string(), '${snake(column)}'],
})
export type ${Row}Row = z.output<typeof ${row}Row>
export const ${row}Filters = filtersOnWire('filtri_${wire}', { ${column}: [z.optional(searchWords), '${snake(column)}'] })
export type ${Row}Filters = z.output<typeof ${row}Filters>

export const list${Rows} = defineEndpoint({
  ...unauditedRead,
  path: '/v1/${wire}',
  summary: ${text(`${title}, by ${column}.`)},
  allow: rolesOf('${permission}'),
  sorts: { ${column}: '${snake(column)}' },
  query: pageQuery(${row}Filters),
  reply: pageOf(${row}Row),
})
`,
      },
      {
        file: 'contract/src/site/paths.ts',
        before: /\n {2}operatorList: \[/,
        add: `\n  ${row}List: [\`\${desk}/${wire}\`, '${permission}'],`,
      },
      {
        file: `server/src/features/${feature}/${kebab(name)}.list.ts`,
        text: `import { list${Rows}, type ${Row}Filters } from '@portal/contract'
import { byText, defineList } from '#platform/database/list.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { Serve } from '#platform/http/serve.ts'
import { serveList } from '#platform/http/serve-list.ts'

const read${Rows} = defineList({
  rows: (db: Db, { ${column} = '' }: ${Row}Filters) =>
    db
      .selectFrom('${table}')
      .select(['${table}.id', '${table}.${column}'])
      .where('${table}.${column}', 'ilike', \`%\${${column}}%\`),
  order: byText('${table}.${column}', '${table}.id'),
  sortNames: list${Rows}.sorts,
  sorts: { ${column}: byText('${table}.${column}', '${table}.id') },
})

export const serve${Rows} = (serve: Serve, { db }: { readonly db: Db }) =>
  serveList(serve, list${Rows}, (query) => read${Rows}(db, query, query.filters ?? {}))
`,
      },
      {
        file: 'server/src/wiring/features.ts',
        imports: { [`#features/${feature}/${kebab(name)}.list.ts`]: [`serve${Rows}`] },
        after: /export const features: [^\n]*\[\n/,
        add: `  serve${Rows},\n`,
      },
      {
        file: 'web/src/app/desk/desk-pages.ts',
        before: /\n {2}operatorList: list\(/,
        add: `\n  ${row}List: list('${name}.title', () => import('#features/${feature}/${kebab(row)}-list-page.tsx'), '${Row}ListPage'),`,
      },
      {
        file: 'web/src/features/help/books.ts',
        before: /\n {2}operatorList: /,
        add: `\n  // TODO: a chapter of its own.\n  ${row}List: accounts,`,
      },
      {
        file: 'web/src/app/desk/desk-menu-entries.ts',
        before: /\n {2}operatorList: /,
        add: `\n  ${row}List: { group: 'work', key: 'w' },`,
      },
      {
        file: `web/src/features/${feature}/${kebab(row)}-list-page.tsx`,
        text: `import { list${Rows}, paths, type ${Row}Filters, type ${Row}Row } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { fromEndpoint } from '#list/from-endpoint.ts'
import type { List } from '#list/list.ts'
import { ListPage } from '#list/list-page.tsx'

const ${row}List: List<${Row}Row, ${Row}Filters> = {
  ...fromEndpoint(list${Rows}),
  path: paths.${row}List,
  filters: { ${column}: { kind: 'text', wire: '${snake(column)}' } },
  defaultSort: () => ({ column: '${column}', direction: 'ascending' }),
  textsOf: (t) => ({ title: t('${name}.title'), empty: t('${name}.none') }),
  filterLabel: (t) => t('${name}.${column}'),
  useColumns: () => {
    const { t } = useTranslation()
    return [{ id: '${column}', header: t('${name}.${column}'), isRowHeader: true, cell: (row) => row.${column} }]
  },
}

export const ${Row}ListPage = () => <ListPage list={${row}List} />
`,
      },
      {
        file: deskTexts,
        before: / {2}"operators": \{/,
        add: `  "${name}": { "title": ${text(title)}, "none": "Nessun risultato.", "${column}": ${text(Pascal(column))} },\n`,
      },
    ]
  },
  remains: ({ feature, name }) => [
    `a test of what the filter means: server/src/features/${feature}/${kebab(name)}.test.ts`,
    'an audit word instead of `unauditedRead` where a row is about a person; columns, filters and a link of the rows',
    'a migration where no index serves the order',
  ],
}

/** A field that the office adds to a case; with a filter it is a facet. */
const field = {
  options: {
    wire: 'its name on the wire: id_canale_invio',
    list: 'the reference list of its choices: channel',
    group: 'the group of the form that it ends: outcome',
    label: "its label: 'Canale di invio'",
    filter: '(the name of its filter: referralChannels)',
    'filter-wire': '(the name of the filter on the wire: canaleInvio)',
  },
  example:
    "referralChannelId --wire id_canale_invio --list channel --group outcome --label 'Canale di invio' --filter referralChannels --filter-wire canaleInvio",
  steps({ name, wire, list: choices, group, label, filter, 'filter-wire': filterWire }, read) {
    const form = 'contract/src/cases/case.form.ts'
    const migration = nextMigration(kebab(name))
    const column = `alter table cases add column ${snake(name)} integer;\n`
    const declared = [
      {
        file: form,
        before: /\n {2}notes: +\{ kind: 'longText', wire: 'note'/,
        add: `\n  ${`${name}:`.padEnd(22)} { kind: 'choice',   wire: '${wire}', list: '${choices}' },`,
      },
      {
        file: form,
        after: new RegExp(`(?:\\n {4}\\{ key: '\\w+', +group: '${group}'[^\\n]*)+`),
        add: `\n    { key: '${name}', group: '${group}' },`,
      },
      { file: officeTexts, after: / {2}"caseFields": \{\n/, add: `    "${name}": ${text(label)},\n` },
    ]
    if (!filter) return [...declared, { file: migration, text: column }]
    const facets = 'server/src/features/cases/cases.facets.ts'
    const [table] = /dimensions = \{[\s\S]*?\n\} as const/.exec(read(facets))
    const number = Math.max(...[...table.matchAll(/: (\d+)/g)].map(([, one]) => Number(one))) + 1
    return [
      ...declared,
      {
        file: 'contract/src/cases/case-filters.ts',
        before: /\n {2}isVirtual: +\[alternative/,
        add: `\n  ${`${filter}:`.padEnd(20)} choiceOf('${filterWire ?? wire}', '${name}'),`,
      },
      {
        file: 'web/src/features/cases/filters/case-filters.ts',
        before: /'performedActions'\], \{ group: 'work' \}\)/,
        add: `'${filter}', `,
      },
      { file: facets, before: /,\n\} as const satisfies Partial<Record<Choice/, add: `, ${filter}: ${number}` },
      { file: migration, text: `${column}\n${facetsWith(read, snake(name), number)}` },
    ]
  },
  remains: ({ filter }) => [
    'its place in the form, with `showWhen` where it depends on others; another kind instead of `choice`',
    ...(filter
      ? ['a label under cases.filters in the texts of the desk, only where it is called otherwise than the field']
      : []),
  ],
}

/** An export of a list. */
const exporting = {
  options: {
    wire: 'its name on the wire: scadute',
    path: 'the last segment of its addresses: pg-scadute',
    title: "its name, also of the file: 'Elenco scadute'",
    what: "its records, for the description of the API: 'expired associations'",
    columns: 'the table of its columns: associationColumns',
    filters: 'the schema of its filters: associationFilters',
    record: 'the kind of its records in the audit log: association',
    permission: 'who may read its records: register',
    audit: 'the audit word: associations_exported',
  },
  example:
    "expired --wire scadute --path pg-scadute --title 'Elenco scadute' --what 'expired associations' --columns associationColumns --filters associationFilters --record association --permission register --audit associations_exported",
  steps: ({ name, wire, path, title, what, columns, filters, record, permission, audit }) => [
    {
      file: 'contract/src/exports/export-kinds.ts',
      before: /\n\} as const satisfies Record<string, Kind>/,
      add: `\n  ${`${name}:`.padEnd(14)} { wire: '${wire}', columns: ${columns}, permission: '${permission}', record: '${record}' },`,
    },
    {
      file: 'contract/src/exports/exports.endpoints.ts',
      before: /\n\} as const\n\nconst each = /,
      add: `\n  ${`${name}:`.padEnd(14)} ofKind('${name}', { path: '${path}', what: ${quoted(what)}, audit: '${audit}', filters: ${filters} }),`,
    },
    { file: officeTexts, after: / {2}"exports": \{\n {4}"kinds": \{\n/, add: `      "${name}": ${text(title)},\n` },
    {
      file: 'server/test/export-lists.ts',
      before: /\n\}\nexport const exportedNames/,
      add: `
  ${name}: {
    roles: rolesOf('${permission}'),
    column: 'id',
    record: () => Promise.reject(new Error('By hand: a record of the list.')),
    full: () => Promise.reject(new Error('By hand: records with a value in every column.')),
  },`,
      imports: { '@portal/contract': ['rolesOf'] },
    },
  ],
  remains: ({ name }) => [
    `the source of its rows, a RecordSource in the feature, as \`${name}\` in \`sources\` of server/src/wiring/services.ts`,
    'roles, column and records in server/test/export-lists.ts; roles as decisions §2 says them, not as the table does',
    `<ExportButton kind="${name}" …/> and exportBulk on the page of the list`,
    'columns of other records: contract/src/exports/<record>-columns.ts, after association-columns.ts',
  ],
}

/** An action of the office on a case. */
const action = {
  options: {
    wire: 'its word on the wire: sospendi',
    from: 'the statuses that it starts from, with commas: inWorkOne,inWorkTwo',
    by: 'the roles that may take it, with commas: manager',
    to: 'the status that it leads to, or same: toAssign',
    label: "the text of its button: 'Sospendi'",
  },
  example: "suspend --wire sospendi --from inWorkOne,inWorkTwo --by manager --to toAssign --label 'Sospendi'",
  steps({ name, wire, from, by, to, label }) {
    const all = (names) =>
      names
        .split(',')
        .map((one) => quoted(one.trim()))
        .join(', ')
    const ofGroup = (group, words) => ({
      file: deskTexts,
      after: new RegExp(` {2}"caseActions": \\{[\\s\\S]*?\\n {4}"${group}": \\{\\n`),
      add: `      "${name}": ${text(words)},\n`,
    })
    return [
      {
        file: 'contract/src/cases/case.workflow.ts',
        before: /\n\} as const satisfies Record<string, CaseActionRule>/,
        add: `\n  ${`${name}:`.padEnd(15)} { from: [${all(from)}], by: [${all(by)}], to: '${to}', needs: ['reason'] },`,
      },
      {
        file: 'contract/src/cases/case.workflow.ts',
        before: /\n\} as const satisfies Partial<Record<CaseAction, string>>/,
        add: `\n  ${name}: '${wire}',`,
      },
      { file: officeTexts, after: / {2}"caseEventKinds": \{\n/, add: `    "${name}": ${text(label)},\n` },
      ...['names', 'titles', 'texts', 'confirms', 'done'].map((group) => ofGroup(group, label)),
    ]
  },
  remains: () => [
    'its cells in contract/src/cases/case-actions.test.ts; then `npx vitest run contract/src/policy.test.ts -u`, and read the diff',
    'needs, conditions, assignee and notices of the row; the five texts of its dialog in web/src/texts/desk/it.json',
    'where decisions demand a call of its own: defineEndpoint({ ...actionBase … }) and serveAction (takeCaseBack is one)',
  ],
}

export const recipes = { list, field, export: exporting, action }
