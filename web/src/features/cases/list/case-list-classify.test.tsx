import { paths } from '@portal/contract'
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { withActions } from '../../../../test/case-actions.ts'
import { caseInWork, caseRowOnWire } from '../../../../test/cases-on-wire.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { AllCasesPage } = await import('./case-list-page.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const lists = { relevance: [{ id: 1, label: 'Pertinente' }], field_of_life: [{ id: 2, label: 'Lavoro' }] }
const record = (id: number, more: object = {}) =>
  withActions({ ...caseInWork, id_segnalazione: id, ...more }, 'manager')
const noMessages = {
  messaggi: [],
  flag_precedenti: 0,
  flag_puo_scrivere: 0,
  flag_puo_segnare_chiamata: 0,
  flag_con_lettore: 1,
  flag_avviso_mail: 0,
}

let calls: readonly Call[] = []
beforeAll(() => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: !query.includes('max-width') }),
  )
})
beforeEach(() => {
  const page = { listaView: [1, 2].map((id) => caseRowOnWire(id)), count: 2, da: 1, a: 2 }
  calls = answerCalls({
    'GET /v1/segnalazioni/viste': { result: { listaView: [] } },
    'GET /v1/segnalazioni/viste/conteggi': { result: { conteggi: [] } },
    'GET /v1/segnalazioni/integrazione-segnalazione-view': { result: page },
    'GET /v1/segnalazioni/messaggi/1': { result: noMessages },
    'GET /v1/segnalazioni/messaggi/2': { result: noMessages },
    'GET /v1/segnalazioni/dettaglio/1': { result: record(1) },
    'GET /v1/segnalazioni/dettaglio/2': { result: record(2, { versione: 4 }) },
    'POST /v1/segnalazioni/classifica': ({ body }) => ({
      result: record(2, { versione: body.versione + 1, id_pertinenza: 1 }),
    }),
  }).calls
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
})

async function show() {
  const known = queryClientWith([
    [currentUserQuery.queryKey, { id: 7, selectedRole: 'manager' }],
    [bundleQuery().queryKey, lists],
  ])
  showPages({ [paths.caseList]: AllCasesPage }, [paths.caseList], known)
  await screen.findByRole('link', { name: 'CASO-2026-000002' })
}
const sent = () => calls.filter(({ path }) => path === '/v1/segnalazioni/classifica').map(({ body }) => body)
const read = () => calls.filter(({ path }) => path.includes('/dettaglio/')).map(({ path }) => path.at(-1))
const relevance = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Pertinenza' })

test.each([
  ['under the row', ''],
  ['in the preview beside the table', 'p'],
])('a case is classified %s by the keys, and Escape returns to it', async (_where, preview) => {
  await show()
  if (preview) await userEvent.click(screen.getByRole('button', { name: 'Anteprima' }))
  await userEvent.keyboard('jjc')
  await waitFor(async () => expect(document.activeElement).toBe(await relevance()))
  await userEvent.selectOptions(await relevance(), 'Pertinente')
  await userEvent.keyboard('{Enter}')
  await waitFor(() =>
    expect(sent()).toEqual([{ id_segnalazione: 2, versione: 4, campo: 'id_pertinenza', id_scelta: 1 }]),
  )
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'CASO-2026-000002' }))
  // The other case was passed on the way, and was not read.
  expect(new Set(read())).toEqual(new Set(['2']))
  await userEvent.keyboard('k')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'CASO-2026-000001' }))
})

test('a choice that is left by Escape is not saved when the focus returns to the row', async () => {
  await show()
  await userEvent.keyboard('jjc')
  await waitFor(async () => expect(document.activeElement).toBe(await relevance()))
  await userEvent.selectOptions(await relevance(), 'Pertinente')
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'CASO-2026-000002' }))
  expect((await relevance()).value).toBe('')
  expect(sent()).toEqual([])
})
