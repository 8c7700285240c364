import type { CaseDetail, Role } from '@portal/contract'
import { configure, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { withActions } from '../../../../test/case-actions.ts'
import { caseInWork } from '../../../../test/cases-on-wire.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'
import type { CaseFormOf } from '../record/use-case-form.ts'

const { bundleQuery } = await import('#form/choices.ts')
const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { ProposalNote } = await import('./case-proposal-note.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 10_000 })

const at = '2026-11-20T10:00:00.000Z'
const entry = {
  id_voce: 2,
  tipo: 'proponi_chiusura',
  data: at,
  campi_modificati: [],
  utente: 'Bianchini Elena',
  motivo: 'Le parti si sono accordate.',
}
const record = {
  id: 5,
  version: 3,
  code: 'CASO-2026-000005',
  status: 'inWorkTwo',
  operatorId: 8,
  isConflict: false,
  values: { outcomeId: 3 },
  closingProposedAt: new Date(at),
  actions: { close: null, sendBack: null },
} as unknown as CaseDetail
const wire = withActions({ ...caseInWork, versione: 4 }, 'manager')

let calls: readonly Call[] = []
beforeEach(() => {
  sessionStorage.clear()
  calls = answerCalls({
    'GET /v1/segnalazioni/iter/5': { result: { listaView: [entry], count: 1, da: 1, a: 10 } },
    'POST /v1/segnalazioni/cambia-stato-segnalazione': { result: wire },
  }).calls
})

function show({ role = 'manager', shown = record, hasChanges = false }: Partial<Shown> = {}) {
  const queryClient = queryClientWith([
    [bundleQuery().queryKey, { final_outcome: [{ id: 3, label: 'Parere' }] }],
    [currentUserQuery.queryKey, { id: 7, selectedRole: role }],
  ])
  const form = { hasChanges: () => hasChanges, afterAction: () => undefined } as unknown as CaseFormOf
  const page = () => (
    <>
      <h1>Caso</h1>
      <ProposalNote record={shown} form={form} />
    </>
  )
  showPages({ '/': page }, ['/'], queryClient)
  return screen.findByRole('heading', { name: 'Caso' })
}
interface Shown {
  readonly role: Role
  readonly shown: CaseDetail
  readonly hasChanges: boolean
}

test('RUP reads who proposes the closing and why, and sends it back with a reason', async () => {
  await show()
  const note = within(screen.getByRole('region', { name: 'È proposta la chiusura di questo caso' }))
  await note.findByText('Bianchini Elena')
  await userEvent.click(note.getByText('Motivo della proposta'))
  note.getByText('Le parti si sono accordate.')
  note.getByRole('button', { name: 'Chiudi' })
  await userEvent.click(note.getByRole('button', { name: 'Rimanda con motivo' }))
  const line = within(screen.getByRole('form', { name: 'Rimandare la chiusura proposta' }))
  await userEvent.keyboard('{Enter}')
  await line.findByText('Campo obbligatorio')
  await userEvent.keyboard('Manca il parere.{Enter}')
  await vi.waitFor(() => expect(screen.queryByRole('form')).toBeNull())
  const sent = calls.find(({ method }) => method === 'POST')
  expect(sent?.body).toMatchObject({ azione: 'rimanda', motivo: 'Manca il parere.', versione: 3 })
})

test('what is not saved keeps both answers waiting, and they say why', async () => {
  await show({ hasChanges: true })
  for (const name of ['Chiudi', 'Rimanda con motivo'])
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
})

test.each<[string, Partial<Shown>]>([
  ['to the operator who proposed it', { role: 'operatorTwo' }],
  ['where nothing is proposed', { shown: { ...record, closingProposedAt: undefined } as CaseDetail }],
])('nothing is shown %s', async (_what, more) => {
  await show(more)
  expect(screen.queryByRole('button')).toBeNull()
})
