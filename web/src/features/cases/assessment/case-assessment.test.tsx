import type { CaseDetail } from '@portal/contract'
import { cleanup, configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CaseAssessment } = await import('./case-assessment.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const path = '/v1/segnalazioni/parere/5'
const none = {
  scrivi: 'stato',
  sottoponi: 'stato',
  rimanda: 'stato',
  approva: 'stato',
  invia: 'stato',
  registra_risposta: 'stato',
}
const parti = { fatti: 'Casa negata', motivazione: 'Per cittadinanza', destinatari: 'Immobiliare' }
const assessment = (azioni: object, more: object = {}) => ({
  result: { versione: 3, parti, azioni: { ...none, ...azioni }, ...more },
})
const noneOfSummary = { scrivi: 'stato', sottoponi: 'stato', rimanda: 'stato', pubblica: 'stato', ritira: 'stato' }
const summary = (azioni: object, more: object = {}) => ({
  result: {
    versione: 2,
    testi: { titolo: 'Una casa negata', fatti: 'Fatti', motivazione: 'Motivi' },
    azioni: { ...noneOfSummary, ...azioni },
    sostituzioni: [{ tipo: 'data', testo: 'il 3 maggio', sostituito_con: 'nel maggio' }],
    da_controllare: [{ tipo: 'nome', testo: 'Lucia Ferrante' }],
    ...more,
  },
})
const sentAssessment = assessment({}, { stato: 'inviato', data_invio: '2026-11-20T00:00:00.000Z', modo: 'pec' })
const writing = { scrivi: null, sottoponi: null }
let answers: Answers
let calls: readonly Call[]
beforeEach(() => {
  answers = { [`POST ${path}`]: assessment({}, { stato: 'da_approvare' }), [`GET ${path}/sintesi`]: summary({}) }
  calls = answerCalls(answers).calls
})
afterEach(cleanup)

async function show(answer: object) {
  answers[`GET ${path}`] = answer
  const record = { id: 5, code: 'UNAR-2026-000005' } as CaseDetail
  showPages({ '/': () => <CaseAssessment record={record} /> }, ['/'], queryClientWith([]))
}
const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)

test('a draft from the data of the case is saved as it is', async () => {
  await show(assessment(writing, { versione: 0 }))
  await screen.findByText(/I testi vengono dai dati del caso/)
  await userEvent.type(screen.getByRole('textbox', { name: /^Fatti/ }), ' e motivata')
  await userEvent.click(screen.getByRole('button', { name: 'Salva la bozza' }))
  expect(sent()).toEqual([
    { azione: 'scrivi', versione: 0, parti: { ...parti, fatti: 'Casa negata e motivata', misure: '' } },
  ])
})

test('it is submitted once it is whole; what is missing is said first', async () => {
  await show(assessment(writing, { stato: 'bozza', nota: 'Cita la norma' }))
  await screen.findByText('Cita la norma')
  await userEvent.click(screen.getByRole('button', { name: 'Sottoponi al RUP' }))
  await screen.findByRole('link', { name: /Conclusione/ })
  expect(sent()).toEqual([])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Conclusione/ }), 'Discriminazione accertata')
  await userEvent.click(screen.getByRole('button', { name: 'Sottoponi al RUP' }))
  expect(sent()).toMatchObject([{ azione: 'sottoponi', parti: { conclusione: 'discriminazione_accertata' } }])
})

test('RUP reads it, approves it, or sends it back with a note', async () => {
  await show(assessment({ approva: null, rimanda: null }, { stato: 'da_approvare' }))
  await screen.findByText('Casa negata')
  expect(screen.queryByRole('textbox')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Rimanda' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rimanda' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /^Che cosa va cambiato/ }), 'Cita la norma')
  await userEvent.click(dialog.getByRole('button', { name: 'Rimanda' }))
  expect(sent()).toEqual([{ azione: 'rimanda', versione: 3, nota: 'Cita la norma' }])
})

test('the answer of the addressees is recorded with its day', async () => {
  await show(
    assessment({ registra_risposta: null }, { stato: 'inviato', data_invio: '2026-11-20T00:00:00.000Z', modo: 'pec' }),
  )
  await screen.findByText('Per PEC')
  await userEvent.click(screen.getByRole('button', { name: 'Registra la risposta' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Registra la risposta' }))
  await userEvent.selectOptions(
    dialog.getByRole('combobox', { name: /^Che cosa è stato fatto/ }),
    'Misure attuate in parte',
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Registra' }))
  expect(sent()).toMatchObject([{ azione: 'registra_risposta', risposta: 'attuate_in_parte' }])
})

test('the summary shows what was replaced and what still looks personal, and is saved as it is', async () => {
  answers[`GET ${path}/sintesi`] = summary({ scrivi: null, sottoponi: null }, { versione: 0 })
  answers[`POST ${path}/sintesi`] = summary({ scrivi: null, sottoponi: null }, { stato: 'bozza' })
  await show(sentAssessment)
  await screen.findByText('Lucia Ferrante')
  expect(screen.getByText('→ nel maggio', { exact: false })).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: /^Titolo/ }), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Salva la bozza della sintesi' }))
  expect(sent()).toMatchObject([{ azione: 'scrivi', versione: 0, testi: { titolo: 'Una casa negata!' } }])
})

test('RUP confirms to have read the summary before it is public', async () => {
  answers[`GET ${path}/sintesi`] = summary({ pubblica: null, rimanda: null }, { stato: 'da_approvare' })
  answers[`POST ${path}/sintesi`] = summary({ ritira: null }, { stato: 'pubblicata', id_pubblico: 4 })
  await show(sentAssessment)
  await userEvent.click(await screen.findByRole('button', { name: 'Pubblica' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pubblica' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Pubblica' }))
  expect(sent()).toEqual([])
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Ho riletto/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Pubblica' }))
  expect(sent()).toEqual([{ azione: 'pubblica', versione: 2, flag_riletta: 1 }])
  const link = await screen.findByRole('link', { name: 'Apri la pagina pubblica' })
  expect(link.getAttribute('href')).toBe('/x/pareri/parere?id=4')
})
