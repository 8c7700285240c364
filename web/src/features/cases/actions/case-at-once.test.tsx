import { paths } from '@portal/contract'
import { act, configure, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Answers, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { operatorsWork, withActions } from '../../../../test/case-actions.ts'
import { caseInWork } from '../../../../test/cases-on-wire.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { onNotice } = await import('#lib/page/notices.ts')
const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { CasePage } = await import('../record/case-page.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 10_000 })

const notices: Parameters<Parameters<typeof onNotice>[0]>[0][] = []
onNotice((notice) => notices.push(notice))

const open = { ...caseInWork, id_stato: 1, id_operatore: undefined, operatore: undefined, versione: 4 }
const taken = { ...open, id_stato: 4, id_operatore: 7, operatore: 'Bianchi Luca', versione: 5 }
const act4 = 'POST /v1/segnalazioni/cambia-stato-segnalazione'
const undoing = 'POST /v1/segnalazioni/annulla-azione'

let answers: Answers
let calls: readonly Call[]
beforeEach(() => {
  sessionStorage.clear()
  notices.length = 0
  answers = {
    'GET /v1/segnalazioni/iter/5': { result: { listaView: [], count: 0, da: 1, a: 10 } },
    'GET /v1/segnalazioni/carico-operatori': { result: operatorsWork },
  }
  calls = answerCalls(answers).calls
})
const bodyOf = (path: string) => calls.find((call) => `POST ${call.path}` === path)?.body

async function show(record: Parameters<typeof withActions>[0], role: 'manager' | 'operatorTwo') {
  answers['GET /v1/segnalazioni/dettaglio/5'] = { result: withActions(record, role) }
  const known = queryClientWith([
    [currentUserQuery.queryKey, { id: 7, selectedRole: role }],
    [bundleQuery().queryKey, {}],
  ])
  showPages({ [paths.caseDetail]: CasePage }, [`${paths.caseDetail}?id=5`], known)
  await screen.findByRole('tab', { name: 'Fatto' })
}

test('a case is taken without a dialog, and the toast undoes it', async () => {
  answers[act4] = { result: withActions(taken, 'operatorTwo') }
  answers[undoing] = { result: withActions({ ...open, versione: 6 }, 'operatorTwo') }
  await show(open, 'operatorTwo')
  const take = screen.getByRole('button', { name: 'Prendi in carico' })
  expect(take.getAttribute('aria-keyshortcuts')).toBe('t')
  await userEvent.click(take)
  await screen.findByText('In lavorazione Op. II')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(bodyOf(act4)).toEqual({ id_segnalazione: 5, versione: 4, azione: 'prendi_in_carico' })
  const [notice] = notices
  expect(notice).toMatchObject({
    body: 'Preso in carico',
    action: { text: 'Annulla (10 s)', keys: 'Control+Z', ms: 10_000 },
  })
  act(() => notice?.action?.onSelect())
  await screen.findByText('Aperto')
  expect(bodyOf(undoing)).toEqual({ id_segnalazione: 5, versione: 5 })
  expect(notices.at(-1)).toMatchObject({ kind: 'success', body: 'Azione annullata' })
})

test('what a colleague has changed since is not undone: the server says why, and the page shows it', async () => {
  const descrizione = "Il caso è cambiato dopo l'azione, che non si può più annullare."
  answers[act4] = { result: withActions(taken, 'operatorTwo') }
  answers[undoing] = {
    status: 409,
    errorCode: 'caso_cambiato_dopo',
    result: { ...withActions({ ...open, id_stato: 2, versione: 6 }, 'operatorTwo'), descrizione },
  }
  await show(open, 'operatorTwo')
  await userEvent.click(screen.getByRole('button', { name: 'Prendi in carico' }))
  await screen.findByText('In lavorazione Op. II')
  act(() => notices[0]?.action?.onSelect())
  await screen.findByText('In attribuzione', { selector: '.case-head *' })
  expect(notices.at(-1)).toMatchObject({ kind: 'error', body: descrizione })
})

test('a reason that is needed is one line of the bar', async () => {
  answers[act4] = { result: withActions({ ...open, id_stato: 2, versione: 6 }, 'operatorTwo') }
  await show(taken, 'operatorTwo')
  await userEvent.click(screen.getByRole('button', { name: 'Restituisci' }))
  within(screen.getByRole('form', { name: 'Restituire il caso' })).getByRole('textbox', { name: 'Motivo' })
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('form')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Restituisci' }))
  await userEvent.keyboard('Serve altro.{Enter}')
  await screen.findByText('In attribuzione', { selector: '.case-head *' })
  expect(bodyOf(act4)).toMatchObject({ azione: 'restituisci', motivo: 'Serve altro.', versione: 5 })
})

test('RUP assigns from a menu of the operators of each level, in order of load', async () => {
  answers[act4] = { result: withActions({ ...taken, versione: 5 }, 'manager') }
  await show(open, 'manager')
  await userEvent.click(screen.getByRole('button', { name: 'Assegna' }))
  const operators = within(await screen.findByRole('list', { name: 'Assegna Op. II' })).getAllByRole('button')
  screen.getByRole('list', { name: 'Assegna Op. I' })
  await userEvent.click(operators[0] as HTMLElement)
  await screen.findByText('In lavorazione Op. II')
  expect(bodyOf(act4)).toMatchObject({ azione: 'assegna_op2', versione: 4 })
})
