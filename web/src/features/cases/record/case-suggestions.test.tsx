import { type CaseDetail, caseForm, paths, type Role, readWire } from '@portal/contract'
import { configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CaseSuggestions } = await import('./case-suggestions.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 10_000 })

const suggestion = (id: number, origine: string, more: object = {}) => ({
  id_proposta: id,
  origine,
  id_origine: 5,
  nome_origine: 'UNAR-2026-000005',
  tipo: 'fisica',
  peso: 28,
  data: '2026-11-20T09:00:00.000Z',
  scheda: { id_scheda: 7, denominazione: 'Bruni Ada', data_nascita: '1980-01-31T00:00:00.000Z', ...more },
})
let rows: object[] = []
let calls: readonly Call[] = []
beforeEach(() => {
  rows = [suggestion(3, 'segnalante', { codice: 'BRNDAA80A71H501K' }), suggestion(4, 'vittima')]
  const answers: Answers = {
    'GET /v1/anagrafica/proposte': () => ({ result: { listaView: rows, count: rows.length, da: 1, a: 50 } }),
    'POST /v1/anagrafica/proposta-diversa': () => {
      rows = rows.slice(1)
      return { result: { id_proposta: 3 } }
    },
  }
  calls = answerCalls(answers).calls
})

const named = { id_segnalante: 2, personaFisica: { nome: 'Ada', cognome: 'Bruni' }, vittima: { cognome: 'Bruni' } }

let record: CaseDetail

const Page = () =>
  ['reporter', 'victim', 'offender'].map((group) => (
    <section key={group} aria-label={group}>
      <h1>{group}</h1>
      <CaseSuggestions record={record} group={group} />
    </section>
  ))

function show(wire: object = named, { role = 'operatorOne', ...more }: { role?: Role; status?: string } = {}) {
  const { values } = readWire(caseForm, wire, '2026-11-20')
  record = { id: 5, status: 'open', values, pseudonymisedAt: undefined, ...more } as never
  const known = queryClientWith([[currentUserQuery.queryKey, { id: 7, selectedRole: role }]])
  return showPages({ [paths.caseDetail]: Page }, [paths.caseDetail], known)
}
const at = async (group: string) => within(await screen.findByRole('region', { name: group }))

test('reporter and victim are shown the records that may be theirs, by one call', async () => {
  show()
  const [reporter, victim] = [await at('reporter'), await at('victim')]
  const link = await reporter.findByRole('link', { name: 'Bruni Ada' })
  expect(link.getAttribute('href')).toContain(`${paths.personDetail}?id=7`)
  reporter.getByText("In anagrafica c'è forse già questa persona")
  reporter.getByText(/31\/01\/1980, BRNDAA80A71H501K/)
  victim.getByRole('link', { name: 'Bruni Ada' })
  expect((await at('offender')).queryByRole('link')).toBeNull()
  expect(calls.map(({ query }) => query.get('filtri'))).toEqual(['{"id_segnalazione":5}'])
})

test('an operator says that it is somebody else, and the note disappears', async () => {
  show()
  const [reporter, victim] = [await at('reporter'), await at('victim')]
  await userEvent.click(await reporter.findByRole('button', { name: /^Non è la stessa persona: Bruni Ada/ }))
  await waitFor(() => expect(reporter.queryByRole('link')).toBeNull())
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ id_proposta: 3 })
  victim.getByRole('link', { name: 'Bruni Ada' })
})

test.each<[string, object, { role?: Role; status?: string }]>([
  ['an anonymous reporter', { id_segnalante: 2, flag_anonimo: 1 }, {}],
  ['a linked reporter', { id_segnalante: 2, personaFisica: { cognome: 'Bruni', id_persona_fisica: 7 } }, {}],
  ['a case that is closed', named, { status: 'closed' }],
  ['somebody who may not read people', named, { role: 'registerAdmin' }],
])('nothing is read for %s', async (_what, wire, more) => {
  show(wire, more)
  await screen.findByRole('heading', { name: 'offender' })
  expect(screen.queryByRole('link')).toBeNull()
  expect(calls).toEqual([])
})
