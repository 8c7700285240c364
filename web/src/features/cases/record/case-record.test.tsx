import { type CaseDraft, caseForm } from '@portal/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type Answers, answerCalls, type Call } from '../../../../test/answer-calls.ts'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CaseField } = await import('./case-field.tsx')
await loadTexts()
await loadTextsOf('desk')
vi.setConfig({ testTimeout: 60_000 })

let answers: Answers = {}
let calls: readonly Call[] = []
const sent = () => calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])
const rossi = { id_persona_fisica: 7, nome: 'Maria', cognome: 'Rossi', numero_casi: 2, motivi: ['esatto'] }
const found = (...listaView: object[]): Answer => ({ result: { listaView, count: listaView.length, da: 1, a: 10 } })
const beside = {
  versione: 1,
  data_modifica: '2026-11-20T10:00:00.000Z',
  isConflict: 0,
  azioni: { modifica: null },
}
beforeEach(() => {
  answers = {
    'POST /v1/anagrafica/persone-fisiche-light': found(rossi),
    'POST /v1/anagrafica/doppioni-persona-fisica': { result: { listaDoppioni: [] } },
    'GET /v1/anagrafica/dettaglio-persona-fisica/7': {
      result: { id_persona_fisica: 7, nome: 'Maria', cognome: 'Rossi', ...beside },
    },
    'GET /v1/anagrafica/dettaglio-persona-fisica/9': {
      result: { id_persona_fisica: 9, nome: 'Ida', cognome: 'Bruni', ...beside },
    },
  }
  calls = answerCalls(answers).calls
})

const use = caseForm.steps.flatMap(({ fields }) => fields).find(({ key }) => key === 'reporterPersonId')
let draft: CaseDraft = {}

function Field({ known }: { readonly known: CaseDraft }) {
  const [typed, setTyped] = useState<CaseDraft>(known)
  draft = typed
  const set = (key: string, value: unknown) => setTyped((before) => ({ ...before, [key]: value }))
  return use && <CaseField use={use} draft={typed} values={{}} errorOf={() => undefined} set={set} />
}

function show(known: CaseDraft = {}) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  queryClient.setQueryData(currentUserQuery.queryKey, { id: 7, selectedRole: 'operatorTwo' } as never)
  queryClient.setQueryData(bundleQuery().queryKey, { nation: [{ id: 105, label: 'Italia' }], region: [] } as never)
  render(
    <QueryClientProvider client={queryClient}>
      <Field known={known} />
    </QueryClientProvider>,
  )
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

test('whom the case names is looked for at once, linked by one press, and left by another', async () => {
  show({ firstName: 'Maria', lastName: 'Rossi' })
  screen.getByText('Nessuna scheda collegata')
  await press(/^Collega all'anagrafica/)
  const dialog = screen.getByRole('dialog', { name: "Cerca una persona nell'anagrafica" })
  await within(dialog).findByText('1 scheda trovata')
  expect(sent()).toEqual([['/v1/anagrafica/persone-fisiche-light', { filtri: { parole: 'Rossi Maria' } }]])
  within(dialog).getByText('2 casi')
  await press(/^Collega: Rossi Maria/)
  expect(draft.reporterPersonId).toBe(7)
  expect(screen.queryByRole('dialog')).toBeNull()
  const link = await screen.findByRole('link', { name: 'Rossi Maria' })
  expect(link.getAttribute('href')).toBe('/x/gestione/operatore/anagrafica/dettaglioPersonaFisica?id=7')
  await press(/^Scollega/)
  expect(draft.reporterPersonId).toBeUndefined()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Collega all'anagrafica/ }))
})

test('whom the registry does not know is made of what the case tells, and linked', async () => {
  answers['POST /v1/anagrafica/persone-fisiche-light'] = found()
  answers['POST /v1/anagrafica/add-persona-fisica'] = { result: { id_persona_fisica: 9 } }
  show({ reporterTaxCode: 'BRNDIA80A41H501Z', email: 'ida@example.it' })
  await press(/^Collega all'anagrafica/)
  await screen.findByText('Nessuna scheda trovata: puoi crearne una nuova.')
  await press('Nuova scheda')
  await press('Crea e collega')
  const summary = screen.getByRole('alert')
  within(summary).getByText('Cognome: Scrivi almeno il cognome o il nome: ne basta uno')
  await userEvent.type(screen.getByRole('textbox', { name: /^Cognome/ }), 'Bruni')
  // A dialog is left by a key or a click: what was typed is there again.
  await press('Chiudi')
  await press(/^Collega all'anagrafica/)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Cognome/ }).value).toBe('Bruni')
  await press('Crea e collega')
  await vi.waitFor(() => expect(draft.reporterPersonId).toBe(9))
  expect(sent().at(-1)).toEqual([
    '/v1/anagrafica/add-persona-fisica',
    { cognome: 'Bruni', codice_fiscale: 'BRNDIA80A41H501Z', anagrafica: { email: 'ida@example.it' } },
  ])
})

test('whom the registry knows already is shown in place of a second record', async () => {
  answers['POST /v1/anagrafica/persone-fisiche-light'] = found()
  answers['POST /v1/anagrafica/add-persona-fisica'] = { status: 406, result: { descrizione: 'Già censita.' } }
  show({ firstName: 'Maria', lastName: 'Rossi', reporterTaxCode: 'RSSMRA80A41H501Y' })
  await press(/^Collega all'anagrafica/)
  await press('Nuova scheda')
  await userEvent.type(screen.getByRole('textbox', { name: /^Cognome/ }), ', sposata Neri')
  answers['POST /v1/anagrafica/persone-fisiche-light'] = found(rossi)
  await press('Crea e collega')
  await screen.findByRole('dialog', { name: "Cerca una persona nell'anagrafica" })
  expect(screen.getByRole('alert').textContent).toContain('Già censita.')
  await press('Nuova scheda')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Cognome/ }).value).toBe('Rossi, sposata Neri')
  await press('Torna alla ricerca')
  await press(/^Collega: Rossi Maria/)
  expect(draft.reporterPersonId).toBe(7)
  expect(sent().at(-1)).toEqual(['/v1/anagrafica/persone-fisiche-light', { filtri: { parole: 'RSSMRA80A41H501Y' } }])
})

test('telephone numbers are taken as people set them apart; what the server finds wrong goes with a correction', async () => {
  answers['POST /v1/anagrafica/persone-fisiche-light'] = found()
  const error = { campo: 'anagrafica.email', codice: 'valore_non_valido', messaggio: 'Indirizzo sconosciuto' }
  answers['POST /v1/anagrafica/add-persona-fisica'] = { status: 400, result: { errori: [error] } }
  show({ firstName: 'Ida', lastName: 'Bruni', phone: '333 123 4567', email: 'ida@example.it' })
  await press(/^Collega all'anagrafica/)
  await press('Nuova scheda')
  await press('Crea e collega')
  const summary = await screen.findByRole('alert')
  within(summary).getByText(/Indirizzo sconosciuto/)
  expect(document.activeElement).toBe(summary)
  expect(sent().at(-1)?.[1]).toMatchObject({ anagrafica: { recapito_pri: '3331234567' } })
  await userEvent.type(screen.getByRole('textbox', { name: /^E-mail/ }), 'x')
  expect(screen.queryByText(/Indirizzo sconosciuto/)).toBeNull()
})
