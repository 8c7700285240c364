import { paths } from '@portal/contract'
import { configure, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answer, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { operatorsWork, withActionsIn } from '../../../../test/case-actions.ts'
import { caseInWork } from '../../../../test/cases-on-wire.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CasePage } = await import('./case-page.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 10_000 })

const at = '2026-11-20T10:00:00.000Z'
const base = { ...caseInWork, id_stato: 2, id_pertinenza: 1 }
const back = {
  id_voce: 30,
  tipo: 'restituisci',
  data: at,
  utente: 'Neri Ada',
  ruolo: 'ACLOP2',
  id_stato_da: 4,
  id_stato_a: 2,
}

let answers: Record<string, Answer> = {}
beforeEach(() => {
  const rows = [{ ...back, motivo: 'Serve chi conosce il lavoro', campi_modificati: [] }]
  answers = {
    'dettaglio/5': { result: base },
    'iter/5?{"id_stato_raggiunto":2}': { result: { listaView: rows, count: 1, da: 1, a: 1 } },
    'carico-operatori': { result: operatorsWork },
  }
  const nameOf = ({ path, query }: Call) =>
    [path.replace('/v1/segnalazioni/', ''), query.get('filtri') ?? []].flat().join('?')
  answerCalls((call) => withActionsIn(answers[nameOf(call)] ?? { status: 404, result: {} }, 'manager'))
})

const show = (address: string) =>
  showPages(
    { [paths.caseDetail]: CasePage },
    [`${paths.caseDetail}${address}`],
    queryClientWith([
      [currentUserQuery.queryKey, { id: 7, selectedRole: 'manager' }],
      [bundleQuery().queryKey, { relevance: [{ id: 1, label: 'Pertinente' }] }],
    ]),
  )

test('a case that waits for its assignment has a tab with who sent it and why, and with the work of each operator', async () => {
  show('?id=5')
  await userEvent.click(await screen.findByRole('tab', { name: 'In attribuzione' }))
  const panel = within(await screen.findByRole('region', { name: 'In attribuzione' }))
  await panel.findByText('Serve chi conosce il lavoro')
  for (const text of ['Neri Ada', 'Restituito', 'Pertinente']) panel.getByText(text)
  const loads = within(await screen.findByRole('region', { name: 'Carico di lavoro' }))
  const names = (await loads.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(names).toEqual([expect.stringMatching(/^Verdi Ugo Op. I /), expect.stringMatching(/^Bianchi Luca Op. II /)])
})

test('a case that does not wait for its assignment has no such tab, even where the address names it', async () => {
  answers['dettaglio/5'] = { result: { ...base, id_stato: 4, id_operatore: 7, operatore: 'Bianchi Luca' } }
  show('?id=5&scheda=attribuzione')
  await screen.findByRole('tab', { name: 'Fatto', selected: true })
  expect(screen.queryByRole('tab', { name: 'In attribuzione' })).toBeNull()
})
