import { type CaseDraft, caseForm, type Role } from '@portal/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, answerCalls, type Call } from '../../../../test/answer-calls.ts'

const { onNotice } = await import('#lib/page/notices.ts')
const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CaseField } = await import('../record/case-field.tsx')
await loadTexts()
await loadTextsOf('desk')

let answer: Answer
let calls: readonly Call[] = []
const sent = () => calls.map(({ body }) => body)
const shownNotices: string[] = []
beforeAll(() => {
  onNotice(({ kind, body }) => shownNotices.push(`${kind}: ${body}`))
})
beforeEach(() => {
  shownNotices.length = 0
  calls = answerCalls({ 'POST /v1/tipologiche/modalita-discriminazione': () => answer }).calls
})

const modeUse = caseForm.steps.flatMap(({ fields }) => fields).find(({ key }) => key === 'modeId')

function ModeField() {
  const [draft, setDraft] = useState<CaseDraft>({})
  if (!modeUse) return null
  const set = (key: string, value: unknown) => setDraft((before) => ({ ...before, [key]: value }))
  return <CaseField use={modeUse} draft={draft} values={{}} errorOf={() => undefined} set={set} />
}

function show(role: Role) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(currentUserQuery.queryKey, { id: 7, selectedRole: role } as never)
  const modes = [{ id: 1, label: 'Ingiuria' }]
  queryClient.setQueryData(bundleQuery().queryKey, { discrimination_mode: modes } as never)
  render(
    <QueryClientProvider client={queryClient}>
      <ModeField />
    </QueryClientProvider>,
  )
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('a mode missing from the list is created next to its field, confirmed in the words of the specification, and selected', async () => {
  answer = { status: 200, result: { id_modalita_discriminazione: 9, modalita_discriminazione: 'Derisione' } }
  show('manager')
  await press('Nuova modalità')
  const dialog = screen.getByRole('dialog', { name: 'Nuova modalità di discriminazione' })
  await press('Crea e aggiungi')
  within(dialog).getByText('Campo obbligatorio')
  expect(sent()).toEqual([])
  await userEvent.type(within(dialog).getByRole('textbox'), ' Derisione ')
  await press('Crea e aggiungi')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([{ modalita_discriminazione: 'Derisione' }])
  expect(shownNotices).toEqual(['success: Nuova modalità di discriminazione inserita'])
  const field = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Modalità di discriminazione' })
  expect(field.selectedOptions[0]?.textContent).toBe('Derisione')
})

test('a refusal is shown in the dialog, and what was typed stays', async () => {
  answer = { status: 403, result: { descrizione: 'Non ti è permesso.' }, errorCode: 'not_allowed' }
  show('manager')
  await press('Nuova modalità')
  const dialog = screen.getByRole('dialog')
  await userEvent.type(within(dialog).getByRole('textbox'), 'Derisione')
  await press('Crea e aggiungi')
  await within(dialog).findByText('Non ti è permesso.')
  expect(within(dialog).getByRole<HTMLInputElement>('textbox').value).toBe('Derisione')
  expect(shownNotices).toEqual([])
})

test.each(['operatorOne', 'operatorTwo'] as const)('%s makes none', async (role) => {
  show(role)
  await screen.findByRole('combobox', { name: 'Modalità di discriminazione' })
  expect(screen.queryByRole('button', { name: 'Nuova modalità' })).toBeNull()
})
