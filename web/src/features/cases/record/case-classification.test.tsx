import type { CaseDetail } from '@portal/contract'
import { caseDetail } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { configure, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Answers, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { withActions } from '../../../../test/case-actions.ts'
import { caseInWork } from '../../../../test/cases-on-wire.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { caseQuery } = await import('../cases.queries.ts')
const { Classification } = await import('./case-classification.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 10_000 })

const item = (id: number, label: string) => ({ id, label })
const lists = {
  relevance: [item(1, 'Pertinente'), item(2, 'Non pertinente'), item(3, 'Da approfondire')],
  field_of_life: [item(1, 'Casa'), item(2, 'Lavoro')],
  ground: [item(1, 'Etnico-razziale'), item(2, 'Religione')],
  sub_ground: [
    { ...item(7, 'Rom'), parentId: 1 },
    { ...item(8, 'Sinti'), parentId: 1 },
  ],
  discrimination_mode: [item(1, 'Diretta')],
  final_outcome: [item(3, 'Parere')],
}
const record = (changes: object = {}) => withActions({ ...caseInWork, ...changes }, 'manager')
// What a table of a test holds is no type of the wire.
const decoded = (wire: object) => z.decode(caseDetail, wire as never) as CaseDetail
const path = 'POST /v1/segnalazioni/classifica'

let answers: Answers
let calls: readonly Call[]
beforeEach(() => {
  answers = {}
  calls = answerCalls(answers).calls
})

function Page() {
  const { data } = useQuery({ ...caseQuery(5), enabled: false })
  return data ? <Classification record={data} /> : null
}

async function show(wire: object) {
  const known = queryClientWith([
    [currentUserQuery.queryKey, { id: 7, selectedRole: 'manager' }],
    [bundleQuery().queryKey, lists],
    [caseQuery(5).queryKey, decoded(wire)],
  ])
  showPages({ '/': Page }, ['/'], known)
  return screen.findByRole<HTMLSelectElement>('combobox', { name: 'Pertinenza' })
}
const sent = () => calls.filter((call) => `${call.method} ${call.path}` === path).map(({ body }) => body)

test('the key leads to the first field that is missing', async () => {
  const relevance = await show(record({ id_pertinenza: 1 }))
  expect(relevance.getAttribute('aria-keyshortcuts')).toBeNull()
  expect(screen.getByRole('combobox', { name: 'Ambito' }).getAttribute('aria-keyshortcuts')).toBe('c')
})

test('each field is saved by itself, one after the other, under the newest version', async () => {
  answers[path] = ({ body }) => ({ result: record({ versione: body.versione + 1 }) })
  const relevance = await show(record({ versione: 4 }))
  expect(relevance.getAttribute('aria-keyshortcuts')).toBe('c')
  await userEvent.selectOptions(relevance, 'Pertinente')
  await userEvent.tab()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Ambito' }), 'Lavoro')
  await userEvent.tab()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Ground/ }), 'Religione')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(sent()).toHaveLength(3))
  expect(sent()).toEqual([
    { id_segnalazione: 5, versione: 4, campo: 'id_pertinenza', id_scelta: 1 },
    { id_segnalazione: 5, versione: 5, campo: 'id_ambito', id_scelta: 2 },
    { id_segnalazione: 5, versione: 6, campo: 'id_ground', id_scelta: 2 },
  ])
})

test('the sub-ground is chosen in place, of the main ground alone', async () => {
  const grounds = (id_sotto_ground?: number) => ({
    listaSegnalazioneGround: [{ id_ground: 1, ...(id_sotto_ground && { id_sotto_ground }), priorita: 0 }],
  })
  answers[path] = ({ body }) => ({ result: record({ versione: 5, ...grounds(body.id_sotto_ground) }) })
  await show(record({ versione: 4, ...grounds() }))
  const sub = () => screen.getByRole<HTMLSelectElement>('combobox', { name: /^Sotto/ })
  await userEvent.selectOptions(sub(), 'Sinti')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toEqual({ id_segnalazione: 5, versione: 4, campo: 'id_ground', id_scelta: 1, id_sotto_ground: 8 })
  await waitFor(() => expect(sub().value).toBe('8'))
})

test('a ground that is not divided offers no sub-ground', async () => {
  await show(record({ listaSegnalazioneGround: [{ id_ground: 2, priorita: 0 }] }))
  expect(screen.queryByRole('combobox', { name: /^Sotto/ })).toBeNull()
})

test('of a case that a colleague changed both values are shown, and one of them is chosen', async () => {
  answers[path] = ({ body }) =>
    body.versione === 4
      ? { status: 409, errorCode: 'conflitto', result: record({ versione: 9, id_pertinenza: 2 }) }
      : { result: record({ versione: 10, id_pertinenza: 3 }) }
  const relevance = await show(record({ versione: 4, id_pertinenza: 1 }))
  await userEvent.selectOptions(relevance, 'Da approfondire')
  await userEvent.tab()
  await screen.findByText('Intanto il caso è cambiato. Ora: Non pertinente. La tua scelta: Da approfondire.')
  expect(relevance.value).toBe('2')
  await userEvent.click(screen.getByRole('button', { name: 'Salva la mia' }))
  await waitFor(() => expect(relevance.value).toBe('3'))
  expect(sent().at(-1)).toMatchObject({ versione: 9, id_scelta: 3 })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('where a colleague has changed other fields, the choice is saved without a question', async () => {
  answers[path] = ({ body }) =>
    body.versione === 4
      ? { status: 409, errorCode: 'conflitto', result: record({ versione: 9, id_pertinenza: 1, id_ambito: 2 }) }
      : { result: record({ versione: 10, id_pertinenza: 3, id_ambito: 2 }) }
  const relevance = await show(record({ versione: 4, id_pertinenza: 1 }))
  await userEvent.selectOptions(relevance, 'Da approfondire')
  await userEvent.tab()
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent().at(-1)).toMatchObject({ versione: 9, id_scelta: 3 })
  await waitFor(() => expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Ambito' }).value).toBe('2'))
  expect(relevance.value).toBe('3')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a choice that is left by Escape is not saved, and gives the keys back to the page', async () => {
  const relevance = await show(record({ versione: 4, id_pertinenza: 1 }))
  await userEvent.selectOptions(relevance, 'Da approfondire')
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(document.body)
  await userEvent.tab()
  expect(relevance.value).toBe('1')
  expect(sent()).toEqual([])
})
