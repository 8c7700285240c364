import { transform } from 'esbuild'
import { expect, test } from 'vitest'
import { planTask, readFile } from './new.mjs'
import { tasks } from './new-tasks.mjs'

test.each(tasks)('npm run new -- %s', async (line, expected) => {
  const args = line.split(' ')
  const { texts, remains } = planTask(args)
  const files = [...texts.keys()]
  expect(files.map((name) => name.replace(/(migrations\/)\d{4}/, '$1<next>')).sort()).toEqual(expected)
  expect(remains.length).toBeGreaterThan(0)
  for (const name of files.filter((one) => !one.endsWith('.sql')))
    await expect(transform(texts.get(name), { loader: name.split('.').at(-1) }), name).resolves.toBeDefined()
  // Every value of the line is in the files, each of which only grew.
  const written = [...texts.values()].join('\n')
  const values = args.slice(1).filter((word) => !word.startsWith('--'))
  expect(values.filter((value) => !written.includes(value.split(',')[0]))).toEqual([])
  for (const name of files) expect(texts.get(name).length).toBeGreaterThan((readFile(name) ?? '').length)
  // The same line has the same result.
  expect([...planTask(args).texts]).toEqual([...texts])
})

test('a file that exists is not written again', () => {
  const args = tasks[0][0].split(' ')
  const { texts } = planTask(args)
  expect(() => planTask(args, (name) => texts.get(name) ?? readFile(name))).toThrow('enrolments.list.ts exists')
})

test('the migration of a filter adds its facet to the function and its column to the trigger', () => {
  const { texts } = planTask(tasks[1][0].split(' '))
  const sql = [...texts].find(([name]) => name.endsWith('.sql'))[1]
  const [, number] = /referralChannels: (\d+)/.exec(texts.get('server/src/features/cases/cases.facets.ts'))
  expect(sql).toContain(
    'alter table cases add column referral_channel_id integer;\n\ncreate or replace function facets_of',
  )
  expect(sql).toContain(
    `    facet(31, c.is_accommodation_asked::integer),\n    facet(${number}, c.referral_channel_id::integer)\n  ], null)`,
  )
  expect(sql).toMatch(
    /drop trigger cases_set_facets on cases;\ncreate trigger cases_set_facets after insert or update of\n[\s\S]*is_accommodation_asked,\n {2}referral_channel_id on cases\n/,
  )
})

test('a field without a filter has a column alone', () => {
  const { texts } = planTask('field noteId --wire id_nota --list channel --group notes --label Nota'.split(' '))
  expect([...texts.values()].at(-1)).toBe('alter table cases add column note_id integer;\n')
})

test('what is missing is named', () => {
  expect(() => planTask(['field', 'x', '--wire', 'y'])).toThrow(/--label: its label/)
  expect(() => planTask(['field', 'No', '--wire', 'y'])).toThrow(/a name in camelCase/)
  expect(() => planTask(['page'])).toThrow('list|field|export|action')
})

test('an anchor that a file no longer has names the file', () => {
  const read = (name) => (name.endsWith('paths.ts') ? 'export {}' : readFile(name))
  expect(() => planTask(tasks[0][0].split(' '), read)).toThrow(/contract\/src\/site\/paths.ts has no/)
})
