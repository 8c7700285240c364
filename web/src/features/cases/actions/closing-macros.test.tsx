import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { answerCalls } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'
import type { ActionDraft } from './case-action-draft.ts'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { ClosingMacros } = await import('./closing-macros.tsx')
await loadTexts()
await loadTextsOf('desk')

afterEach(cleanup)

const macro = { id_modello: 4, nome: 'Informazioni', id_esito_finale: 2, id_azioni_svolte: 5, motivo: 'Date.' }
const path = '/v1/segnalazioni/modelli-chiusura'

type Keys = Parameters<typeof ClosingMacros>[0]['keys']

function Closing({ keys }: { readonly keys: Keys }) {
  const [draft, setDraft] = useState<ActionDraft>({})
  return (
    <>
      <h1>Chiudere</h1>
      <output>{JSON.stringify(draft)}</output>
      <ClosingMacros keys={keys} draft={draft} onFill={(values) => setDraft({ ...draft, ...values })} />
    </>
  )
}

async function show(selectedRole: 'manager' | 'operatorOne', keys: Keys) {
  const { calls } = answerCalls({
    [`GET ${path}`]: { result: { listaView: [macro] } },
    [`POST ${path}`]: ({ body }) => ({ result: { listaView: [macro, { ...body, id_modello: 5 }] } }),
    [`POST ${path}/elimina`]: { result: { listaView: [] } },
  })
  const page = () => <Closing keys={keys} />
  showPages({ '/caso': page }, ['/caso'], queryClientWith([[currentUserQuery.queryKey, { selectedRole }]]))
  await screen.findByRole('heading')
  return calls
}
const filled = () => JSON.parse(screen.getByRole('status').textContent ?? '')

test('a macro fills the fields that the dialog has, and an operator cannot change it', async () => {
  await show('operatorOne', ['outcomeId', 'performedActionId', 'performedOn', 'reason'])
  await userEvent.selectOptions(await screen.findByLabelText(/^Modello di chiusura/), 'Informazioni')
  expect(filled()).toEqual({ outcomeId: 2, performedActionId: 5, reason: 'Date.', macroId: 4 })
  expect(screen.queryByRole('button')).toBeNull()
})

test('what the dialog does not ask for stays as the case has it', async () => {
  await show('operatorOne', ['performedActionId', 'performedOn'])
  await userEvent.selectOptions(await screen.findByLabelText(/^Modello di chiusura/), 'Informazioni')
  expect(filled()).toEqual({ performedActionId: 5, macroId: 4 })
})

test('RUP saves what the form says under a name, and deletes a macro', async () => {
  const calls = await show('manager', ['outcomeId', 'performedActionId', 'reason'])
  await userEvent.selectOptions(await screen.findByLabelText(/^Modello di chiusura/), 'Informazioni')
  await userEvent.click(screen.getByRole('button', { name: 'Salva come modello' }))
  await userEvent.type(screen.getByLabelText(/^Nome del modello/), 'Altro')
  await userEvent.click(screen.getByRole('button', { name: 'Salva come modello' }))
  await screen.findByRole('option', { name: 'Altro' })
  const sent = calls.find(({ method }) => method === 'POST')?.body
  expect(sent).toEqual({ nome: 'Altro', id_esito_finale: 2, id_azioni_svolte: 5, motivo: 'Date.' })
  await userEvent.click(screen.getByRole('button', { name: 'Elimina il modello' }))
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Altro' })).toBeNull())
})
