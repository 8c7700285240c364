import { cleanup, configure, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answer, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { answer, choose, idOf, passed, stubSending } from '../../../../test/sent-files.ts'
import { showPages } from '../../../../test/show-page.tsx'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { AddDocuments } = await import('./case-documents-add.tsx')
await loadTexts()
await loadTextsOf('desk')
await loadTextsOf('upload')

// Whole pages take their time where others use the same two cores.
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const files = stubSending()
let calls: readonly Call[] = []
let reply: Answer = {}
const added = () => calls.map(({ body }) => body)
beforeEach(() => {
  reply = { result: { documenti: [], flag_aggiungibili: 1 } }
  calls = answerCalls({ 'POST /v1/segnalazioni/documenti/7': () => reply }).calls
  files.clear()
})

const types = [{ id: 3, label: 'Fotografia' }]
const show = () => showPages({ '/caso': () => <AddDocuments caseId={7} types={types} count={0} /> }, ['/caso'])
const add = () => userEvent.click(screen.getByRole('button', { name: 'Aggiungi ai documenti' }))
const groupText = () => screen.getByRole('group', { name: /^File da aggiungere/ }).textContent

test('documents are added when every file that was chosen is there', async () => {
  show()
  await answer(await choose('foto.pdf'), passed(1, 'foto.pdf'))
  const second = await choose('lettera.pdf')
  await userEvent.selectOptions(screen.getByLabelText(/^Tipo/), 'Fotografia')
  await add()
  expect(groupText()).toContain('I file si stanno ancora caricando')
  expect(added()).toEqual([])
  await answer(second, { codice: 'TIMEOUT_ANTIVIRUS' })
  await add()
  expect(groupText()).toContain('almeno un file che non è stato caricato')
  expect(added()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: /^Togli/ }))
  await add()
  await vi.waitFor(() => expect(added()).toEqual([{ allegati: [{ cmis_id: idOf(1), id_tipo_allegato: 3 }] }]))
  await vi.waitFor(() => expect(screen.queryByRole('list', { name: 'File allegati' })).toBeNull())
  cleanup()
  expect(files.takenBack).not.toHaveBeenCalled()
})

test('leaving deletes the files that were not added', async () => {
  show()
  await answer(await choose('foto.pdf'), passed(1, 'foto.pdf'))
  cleanup()
  expect(await files.bodyOf(0)).toEqual({ allegati: [{ cmis_id: idOf(1) }] })
})

test('an error of the server at a field is in the summary, which takes the focus, and the files stay', async () => {
  const messaggio = 'Questo tipo non esiste più'
  const errori = [{ campo: 'allegati.0.id_tipo_allegato', codice: 'valore_non_valido', messaggio }]
  reply = { status: 400, errorCode: 'dati_non_validi', result: { descrizione: 'Controlla i dati', errori } }
  show()
  await answer(await choose('foto.pdf'), passed(1, 'foto.pdf'))
  await userEvent.selectOptions(screen.getByLabelText(/^Tipo/), 'Fotografia')
  await add()
  const summary = await screen.findByRole('alert')
  expect(summary.textContent).toContain(`Tipo di documento: ${messaggio}`)
  expect(document.activeElement).toBe(summary)
  expect(groupText()).toContain('foto.pdf')
})
