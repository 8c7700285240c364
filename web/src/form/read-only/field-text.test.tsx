import type { Field, FieldKind, Form } from '@portal/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { bundleQuery } from '../choices.ts'
import type { FormDisplay } from './form-display.ts'

const { loadTexts, loadTextsOf } = await import('#lib/i18n/texts.ts')
const { createQueryClient } = await import('#lib/api/queries.tsx')
const { ChangesView } = await import('./changes-view.tsx')
const { FieldText, FieldTexts } = await import('./field-text.tsx')
const { FormSections } = await import('./form-sections.tsx')
const { sectionsOf } = await import('./form-display.ts')

beforeAll(async () => {
  await loadTexts('it')
  await loadTextsOf('desk')
})
afterEach(cleanup)

function draw(content: ReactNode) {
  const queryClient = createQueryClient(vi.fn(), () => '')
  const sexes = [
    { id: 1, label: 'Donna' },
    { id: 2, label: 'Uomo' },
  ]
  queryClient.setQueryData(bundleQuery().queryKey, { sex: sexes } as never)
  for (const [region, province] of [
    [12, 'Roma'],
    [undefined, 'Roma, una di tutte'],
  ] as const)
    queryClient.setQueryData(['reference', 'province', region, 'it', undefined], [{ id: 58, label: province }])
  render(<QueryClientProvider client={queryClient}>{content}</QueryClientProvider>)
  return document.body.textContent
}

const formOf = (field: Omit<Field, 'wire'>): Form => ({
  fields: { field: { wire: 'campo', ...field } },
  steps: [{ id: 'one', fields: [{ key: 'field' }] }],
  rules: [],
})
const displayOf = (field: Omit<Field, 'wire'>, others: Partial<FormDisplay<'field'>> = {}): FormDisplay<'field'> => ({
  form: formOf(field),
  texts: { labelOf: () => 'Campo' },
  headingOf: () => 'Gruppo',
  ...others,
})
const textOf = (display: FormDisplay<'field'>, value: unknown) =>
  draw(<FieldText display={display} name="field" values={{ field: value }} />)

const columns = {
  sexId: { kind: 'choice', wire: 'sesso', list: 'sex' },
  on: { kind: 'date', wire: 'data' },
} as const

// biome-ignore format: a table
const rows: Readonly<Record<FieldKind, readonly [others: object, value: unknown, text: string]>> = {
  text:               [{}, 'Via Roma, 1', 'Via Roma, 1'],
  longText:           [{}, 'Una storia\nlunga', 'Una storia\nlunga'],
  email:              [{}, 'info@xn--caff-8oa.it', 'info@caffè.it'],
  phone:              [{}, '06 123456', '06 123456'],
  vatNumber:          [{}, '12345678903', '12345678903'],
  organisationNumber: [{}, '12345678903', '12345678903'],
  taxCode:            [{}, 'RSSNNA80A41H501L', 'RSSNNA80A41H501L'],
  date:               [{}, '2026-03-04', '04/03/2026'],
  count:              [{}, 1200, '1200'],
  amount:             [{}, 12_000, '12.000\u00a0€'],
  flag:               [{}, undefined, 'No'],
  consent:            [{}, true, 'Sì'],
  either:             [{}, false, 'No'],
  choice:             [{ list: 'sex' }, 2, 'Uomo'],
  choices:            [{ list: 'sex' }, [2, 1], 'Uomo, Donna'],
  files:              [{}, [{ id: 'a', name: 'statuto.pdf' }, { id: 'b', name: 'atto.pdf' }], 'statuto.pdf atto.pdf '],
  lines:              [{ columns }, [{ sexId: 1, on: '2026-03-04' }, { sexId: 2 }], 'Donna · 04/03/2026 Uomo '],
}

const texts = { labelOf: () => 'Campo', columnsOf: () => ({ sexId: 'Sesso', on: 'Data' }) }

test.each(Object.entries(rows))('a value of kind %s is shown as people read it', (kind, [others, value, text]) => {
  expect(textOf(displayOf({ kind: kind as FieldKind, ...others }, { texts }), value)).toBe(text)
})

test.each(Object.keys(rows).filter((kind) => kind !== 'flag' && kind !== 'consent'))(
  'a field of kind %s without a value says so',
  (kind) => {
    expect(textOf(displayOf({ kind: kind as FieldKind, ...rows[kind as FieldKind][0] }, { texts }), undefined)).toBe(
      'Non indicato',
    )
  },
)

test('the display says what the declaration cannot: the two words, the main line, an order, another look', () => {
  const either = { kind: 'either' } as const
  const lines = { kind: 'lines', columns } as const
  const wordsOf = () => ['Pubblico', 'Privato'] as const
  expect(textOf(displayOf(either, { texts: { ...texts, wordsOf } }), false)).toBe('Privato')
  cleanup()
  const mainTextsOf = () => ({ badge: 'Principale', make: () => '' })
  expect(textOf(displayOf(lines, { texts: { ...texts, mainTextsOf } }), [{ sexId: 2 }])).toBe('Uomo Principale')
  cleanup()
  const arrange = (value: readonly unknown[]) => [...value].reverse()
  const exceptions = { field: { arrange } }
  expect(textOf(displayOf(lines, { texts, exceptions }), [{ sexId: 1 }, { sexId: 2 }])).toBe('Uomo Donna ')
  cleanup()
  const drawn = displayOf(
    { kind: 'count' },
    { exceptions: { field: { render: (id: number) => <bdi>{`Scheda ${id}`}</bdi> } } },
  )
  expect(textOf(drawn, 7)).toBe('Scheda 7')
  cleanup()
  expect(textOf(drawn, undefined)).toBe('Non indicato')
})

test('the list of fields and the history of a record write a value alike', () => {
  const display = displayOf({ kind: 'date' })
  draw(
    <>
      <FieldTexts display={display} names={['field']} values={{ field: '2026-03-04' }} />
      <ChangesView
        display={display}
        summary="Un campo"
        valuesOf={(body) => ({ field: (body as { campo?: unknown }).campo })}
        changes={[{ field: 'campo', after: '2026-03-04' }, { field: 'ignoto' }]}
      />
    </>,
  )
  expect(screen.getByRole('term').textContent).toBe('Campo')
  expect(screen.getByRole('definition').textContent).toBe('04/03/2026')
  const [known, unknown] = screen.getAllByRole('rowheader', { hidden: true }).map((cell) => cell.closest('tr'))
  expect(known?.textContent).toBe('CampoNon indicato04/03/2026')
  expect(within(unknown as HTMLElement).getAllByRole('cell', { hidden: true })[0]?.textContent).toBe('–')
})

test('sections have the shown fields of their steps by group, in the order of the form', () => {
  const steps = [
    {
      id: 'one',
      fields: [
        { key: 'a', group: 'first' },
        { key: 'b', group: 'second' },
        { key: 'c', group: 'first' },
      ],
    },
    { id: 'two', fields: [{ key: 'd', showWhen: ({ a }: { a?: number }) => a === 1 }] },
  ]
  const form = { fields: {}, rules: [], steps } as Form<{ a?: number }>
  const found = (values: object, ids?: readonly string[]) =>
    sectionsOf(form, values, ids).map(({ group, uses }) => [group, uses.map(({ key }) => key)])
  const ofStepOne = [
    ['first', ['a', 'c']],
    ['second', ['b']],
  ]
  expect(found({ a: 1 }, ['one'])).toEqual(ofStepOne)
  expect(found({})).toEqual(ofStepOne)
  expect(found({ a: 1 })).toEqual([...ofStepOne, [undefined, ['d']]])
})

test.each([
  { region: 12, text: 'Roma' },
  { region: undefined, text: 'Roma, una di tutte' },
])(
  'a choice is read in the list that the form has fetched, without its parent in the whole list',
  ({ region, text }) => {
    const display = displayOf({ kind: 'choice', list: 'province', parent: 'region' })
    draw(<FieldText display={display} name="field" values={{ region, field: 58 }} />)
    expect(document.body.textContent).toBe(text)
  },
)

test('a choice that is in no list says so', () => {
  expect(textOf(displayOf({ kind: 'choice', list: 'sex' }), 3)).toBe('Voce non più in elenco')
})

interface Answers {
  readonly name?: string
  readonly isAnonymous?: boolean
  readonly notes?: string
}
const steps = ['person', 'facts'] as const
const answers: FormDisplay<keyof Answers> = {
  form: {
    fields: {
      name: { kind: 'text', wire: 'nome' },
      isAnonymous: { kind: 'flag', wire: 'anonimo' },
      notes: { kind: 'text', wire: 'note' },
    },
    steps: [
      { id: 'person', fields: [{ key: 'name' }, { key: 'isAnonymous' }] },
      { id: 'facts', fields: [{ key: 'notes' }] },
    ],
    rules: [],
  },
  texts: { labelOf: (_t, key) => key },
  headingOf: () => 'Gruppo',
  stepTitleOf: (_t, step) => `Passo ${step}`,
}

test('a form is read by step, each with a way to change it, without what was not answered', () => {
  const opened: string[] = []
  draw(
    <FormSections<Answers>
      display={answers}
      values={{ name: 'Anna', isAnonymous: false }}
      by="step"
      level={3}
      hidesEmpty
      empty={<p>Niente</p>}
      changeOf={(id) => (id === 'person' ? { href: '#person' } : { onClick: () => opened.push(id) })}
    />,
  )
  const [person, facts] = steps.map((id) => screen.getByRole('region', { name: `Passo ${id}` })) as [
    HTMLElement,
    HTMLElement,
  ]
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(2)
  expect(
    within(person)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['name'])
  expect(within(person).getByRole('link', { name: 'Modifica: Passo person' }).getAttribute('href')).toBe('#person')
  expect(within(facts).getByText('Niente')).toBeTruthy()
  within(facts).getByRole('button', { name: 'Modifica: Passo facts' }).click()
  expect(opened).toEqual(['facts'])
})
