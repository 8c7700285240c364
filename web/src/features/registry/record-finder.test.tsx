import type { MatchReason } from '@portal/contract'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Answer, answerCalls } from '../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../test/show-page.tsx'

const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { shownReasons } = await import('./match-reasons.tsx')
const { RecordLink } = await import('./record-link.tsx')
await loadTexts()
await loadTextsOf('desk')

const path = 'POST /v1/anagrafica/persone-fisiche-light'
const detail = 'GET /v1/anagrafica/dettaglio-persona-fisica/7'
const row = { id_persona_fisica: 7, nome: 'Мария', cognome: 'Иванова', numero_casi: 1, motivi: ['traslitterazione'] }
let answers: Record<typeof path | typeof detail, Answer>
let chosen: (number | undefined)[] = []

beforeEach(() => {
  answers = {
    [path]: { result: { listaView: [row], count: 1, da: 1, a: 10 } },
    [detail]: { status: 404, result: {} },
  }
  answerCalls(answers)
  chosen = []
})

const Page = () => (
  <RecordLink
    id="reporter"
    label="Scheda di chi segnala"
    error={undefined}
    kind="person"
    value={undefined}
    known={{ firstName: 'Maria', lastName: 'Ivanova' }}
    onChange={(id) => chosen.push(id)}
  />
)

function show() {
  const router = showPages({ '/caso': Page }, ['/caso'], queryClientWith([[bundleQuery().queryKey, {}]]))
  return router
}
const open = async () => userEvent.click(await screen.findByRole('button', { name: /^Collega all'anagrafica/ }))

test('the dialog says why it found a record; choosing one opens no detail', async () => {
  const router = show()
  await open()
  await screen.findByText('Traslitterazione')
  await userEvent.click(screen.getByRole('button', { name: 'Collega: Иванова Мария' }))
  expect(chosen).toEqual([7])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(router.state.location.pathname).toBe('/caso')
})

test('a search of the dialog that fails says so, and can be repeated', async () => {
  const found = answers[path]
  answers[path] = { status: 500, result: {} }
  show()
  await open()
  await screen.findByText("Errore durante il carimento dell'anagrafica")
  answers[path] = found
  await userEvent.click(screen.getByRole('button', { name: 'Cerca' }))
  await screen.findByText('Иванова Мария')
  expect(screen.queryByText("Errore durante il carimento dell'anagrafica")).toBeNull()
})

test.each<[MatchReason[], MatchReason[]]>([
  [['exact'], ['exact']],
  [['exact', 'oneLetter'], ['oneLetter']],
  [
    ['exact', 'code'],
    ['exact', 'code'],
  ],
  [
    ['exact', 'start', 'transliteration', 'place'],
    ['start', 'transliteration', 'place'],
  ],
  [[], []],
])('of %j the reasons %j are shown', (reasons, shown) => expect(shownReasons(reasons)).toEqual(shown))
