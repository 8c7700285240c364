import type { CaseDetail } from '@portal/contract'
import { configure, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { ClosingFacts } = await import('./case-closing-facts.tsx')
await loadTexts()
await loadTextsOf('desk')

configure({ asyncUtilTimeout: 10_000 })

let calls: readonly Call[] = []
beforeEach(() => {
  const history = () => {
    const entry = (id: number, tipo: string, more: object = {}) => ({
      id_voce: id,
      tipo,
      data: '2026-11-20T10:00:00.000Z',
      campi_modificati: [],
      ...more,
    })
    const proposal = { utente: 'Bianchini Elena', motivo: 'Le parti si sono accordate.' }
    const older = { utente: 'Altri', motivo: 'Vecchio motivo' }
    const listaView = [
      entry(3, 'modificata'),
      entry(2, 'proponi_chiusura', proposal),
      entry(1, 'proponi_chiusura', older),
    ]
    return { result: { listaView, count: 3, da: 1, a: 10 } }
  }
  calls = answerCalls({ 'GET /v1/segnalazioni/iter/5': history }).calls
})

function show(record: Partial<CaseDetail>) {
  const queryClient = queryClientWith([[bundleQuery().queryKey, { final_outcome: [{ id: 3, label: 'Parere' }] }]])
  const page = () => (
    <>
      <h1>Chiudere</h1>
      <ClosingFacts record={{ id: 5, values: {}, ...record } as CaseDetail} />
    </>
  )
  showPages({ '/caso': page }, ['/caso'], queryClient)
  return screen.findByRole('heading')
}

test('before closing a case the operator sees its outcome, who proposed the closure and why', async () => {
  await show({ values: { outcomeId: 3 } as CaseDetail['values'], closingProposedAt: new Date() })
  await screen.findByText('Le parti si sono accordate.')
  screen.getByText('Parere')
  screen.getByText('Bianchini Elena')
  expect(screen.queryByText('Vecchio motivo')).toBeNull()
})

test('where nobody proposed it no history is asked for', async () => {
  await show({ values: { outcomeId: 3 } as CaseDetail['values'] })
  screen.getByText('Parere')
  expect(screen.queryByText(/proposta/)).toBeNull()
  expect(calls).toEqual([])
})
