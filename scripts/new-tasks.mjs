// Tasks for the tests of npm run new, and the copy of the sources in which they are carried out.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './stamp.mjs'

const folders = ['contract', 'server', 'web']

/** Copies the sources and links the packages; those of the workspace are the copies. Returns the folder. */
export function copyOfSources() {
  const copy = mkdtempSync(join(tmpdir(), 'portale-new-'))
  const filter = (path) => !/\/(node_modules|dist|\.cache|\.tsbuild)(\/|$)/.test(path)
  for (const folder of folders) cpSync(root + folder, join(copy, folder), { recursive: true, filter })
  // Tests of the server import some of them.
  cpSync(`${root}scripts`, join(copy, 'scripts'), { recursive: true })
  for (const file of ['tsconfig.base.json', 'package.json']) cpSync(root + file, join(copy, file))
  const packages = join(copy, 'node_modules')
  mkdirSync(join(packages, '@portal'), { recursive: true })
  for (const name of readdirSync(`${root}node_modules`))
    if (name !== '@portal') symlinkSync(`${root}node_modules/${name}`, join(packages, name))
  for (const name of folders) {
    symlinkSync(join(copy, name), join(packages, '@portal', name))
    if (existsSync(`${root}${name}/node_modules`))
      symlinkSync(`${root}${name}/node_modules`, join(copy, name, 'node_modules'))
  }
  return copy
}

/** Each example of the command, with the files that it writes. */
export const tasks = [
  [
    'list enrolments --feature operators --wire iscrizioni --title Iscrizioni --table runs --column kind --permission administration',
    [
      'contract/src/operators/operators.endpoints.ts',
      'contract/src/site/paths.ts',
      'server/src/features/operators/enrolments.list.ts',
      'server/src/wiring/features.ts',
      'web/src/app/desk/desk-menu-entries.ts',
      'web/src/app/desk/desk-pages.ts',
      'web/src/features/help/books.ts',
      'web/src/features/operators/enrolment-list-page.tsx',
      'web/src/texts/desk/it.json',
    ],
  ],
  [
    'field referralChannelId --wire id_canale_invio --list channel --group outcome --label Canale --filter referralChannels --filter-wire canaleInvio',
    [
      'contract/src/cases/case-filters.ts',
      'contract/src/cases/case.form.ts',
      'contract/src/texts/office/it.json',
      'server/migrations/<next>-referral-channel-id.sql',
      'server/src/features/cases/cases.facets.ts',
      'web/src/features/cases/filters/case-filters.ts',
    ],
  ],
  [
    'export expired --wire scadute --path pg-scadute --title Scadute --what associations --columns associationColumns --filters associationFilters --record association --permission register --audit associations_exported',
    [
      'contract/src/exports/export-kinds.ts',
      'contract/src/exports/exports.endpoints.ts',
      'contract/src/texts/office/it.json',
      'server/test/export-lists.ts',
    ],
  ],
  [
    'action suspend --wire sospendi --from inWorkOne,inWorkTwo --by manager --to toAssign --label Sospendi',
    ['contract/src/cases/case.workflow.ts', 'contract/src/texts/office/it.json', 'web/src/texts/desk/it.json'],
  ],
]
