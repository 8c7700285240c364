import { paths } from '@portal/contract'
import { cleanup, configure, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { answer, choose, idOf, passed, stubSending } from '../../../../test/sent-files.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CaseNewPage } = await import('./case-new-page.tsx')
await loadTexts()
await loadTextsOf('desk')
await loadTextsOf('upload')

// Whole pages take their time where others use the same two cores.
vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 15_000 })

const files = stubSending()
let calls: readonly Call[] = []
const entered = () => calls.filter(({ path }) => path === '/v1/segnalazioni/nuova-segnalazione').map(({ body }) => body)
let denial: Answer | undefined

beforeAll(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
beforeEach(() => {
  denial = undefined
  const made = { result: { id_segnalazione: 77, codice: 'UNAR-2026-000077' } }
  calls = answerCalls({
    'POST /v1/segnalazioni/nuova-segnalazione': () => denial ?? made,
    'POST /v1/segnalazioni/possibili-duplicati': { result: { listaView: [] } },
  }).calls
  files.clear()
  sessionStorage.clear()
})

const lists = { channel: [{ id: 4, label: 'Posta elettronica' }], reporter_type: [{ id: 3, label: 'Testimone' }] }

function show() {
  const pages = {
    [paths.caseNew]: CaseNewPage,
    [paths.caseDetail]: () => <h1>Dettaglio</h1>,
    [paths.caseList]: () => <h1>Casi</h1>,
  }
  const known = queryClientWith([
    [currentUserQuery.queryKey, { id: 7, selectedRole: 'operatorTwo' }],
    [bundleQuery().queryKey, lists],
  ])
  return showPages(pages, [paths.caseList, paths.caseNew], known)
}

const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
async function fillIn() {
  await userEvent.selectOptions(await screen.findByLabelText(/^Canale/), 'Posta elettronica')
  await userEvent.selectOptions(screen.getByLabelText(/^Profilo/), 'Testimone')
  await userEvent.type(screen.getByLabelText(/^Che cosa è successo/), 'Un fatto')
}

const listed = async () => within(await screen.findByRole('list', { name: 'File allegati' }))
const errorTexts = async () =>
  within(await screen.findByRole('alert'))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('files that came with a mail go with the case, and a case waits for those that are on their way', async () => {
  show()
  await fillIn()
  const sending = await choose('lettera.pdf')
  expect(sending.url).toContain('/v1/noauth/scansione/ext')
  await userEvent.click(screen.getByText('La vittima'))
  await click('Salva')
  expect(await errorTexts()).toEqual([
    'Allegati: I file si stanno ancora caricando: aspetta che siano pronti e salva di nuovo.',
  ])
  expect(entered()).toEqual([])
  await answer(sending, passed(1, 'lettera.pdf'))
  expect((await listed()).getByText('Il file è stato accettato')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  await click('Salva')
  await screen.findByRole('heading', { name: 'Dettaglio' })
  expect(entered()).toEqual([
    {
      id_canale: 4,
      id_segnalante: 3,
      resoconto_fatti: 'Un fatto',
      flag_associazione: 0,
      listaAllegatoSegnalazione: [{ cmis_id: idOf(1), nomeFile: 'lettera.pdf' }],
    },
  ])
  expect(Object.keys(sessionStorage)).toEqual([])
  expect(files.takenBack).not.toHaveBeenCalled()
})

test('no case is saved without a file that was refused, until it is taken off the list', async () => {
  show()
  await fillIn()
  await answer(await choose('lettera.pdf'), { codice: 'TIMEOUT_ANTIVIRUS' })
  await click('Salva')
  expect(await errorTexts()).toEqual([
    "Allegati: Nella lista c'è almeno un file che non è stato caricato: riprova o toglilo, poi salva di nuovo.",
  ])
  expect(entered()).toEqual([])
  await click(/^Togli/)
  await click('Salva')
  await screen.findByRole('heading', { name: 'Dettaglio' })
  expect(entered()[0]).not.toHaveProperty('listaAllegatoSegnalazione')
})

test('a draft that was kept has its files again; more can be added to them', async () => {
  show()
  await fillIn()
  await answer(await choose('lettera.pdf'), passed(1, 'lettera.pdf'))
  cleanup()
  show()
  await click(/^Ripristina la bozza/)
  expect((await listed()).getByText('lettera.pdf')).toBeTruthy()
  await answer(await choose('foto.pdf'), passed(2, 'foto.pdf'))
  await click('Salva')
  await screen.findByRole('heading', { name: 'Dettaglio' })
  expect(entered()[0]?.listaAllegatoSegnalazione).toEqual([
    { cmis_id: idOf(1), nomeFile: 'lettera.pdf' },
    { cmis_id: idOf(2), nomeFile: 'foto.pdf' },
  ])
})

test('a file alone is a draft; discarding it or leaving deletes the file', async () => {
  show()
  await answer(await choose('lettera.pdf'), passed(1, 'lettera.pdf'))
  cleanup()
  show()
  await click('Scarta')
  await click('Sì, scarta')
  expect(await files.bodyOf(0)).toEqual({ allegati: [{ cmis_id: idOf(1) }] })
  await answer(await choose('foto.pdf'), passed(2, 'foto.pdf'))
  await userEvent.click(screen.getByRole('link', { name: 'Torna ai casi' }))
  await click(/^Esci/)
  await screen.findByRole('heading', { name: 'Casi' })
  expect(await files.bodyOf(1)).toEqual({ allegati: [{ cmis_id: idOf(2) }] })
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('a file that the server has no more is shown at its field', async () => {
  const messaggio = 'Il file non è più disponibile: toglilo dalla lista e allegalo di nuovo'
  const errori = [{ campo: 'listaAllegatoSegnalazione', codice: 'allegato_non_disponibile', messaggio }]
  denial = { status: 400, result: { errori }, errorCode: messaggio }
  show()
  await fillIn()
  await answer(await choose('lettera.pdf'), passed(1, 'lettera.pdf'))
  await click('Salva')
  expect(await errorTexts()).toEqual([`Allegati: ${messaggio}`])
  expect(screen.getByRole('group', { name: /^Allegati/, description: new RegExp(messaggio) })).toBeTruthy()
})
