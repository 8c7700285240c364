import { paths } from '@portal/contract'
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type Answers, answerCalls, type Call } from '../../../../test/answer-calls.ts'
import { caseRowOnWire } from '../../../../test/cases-on-wire.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { onNotice } = await import('#lib/page/notices.ts')
const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { AllCasesPage } = await import('./case-list-page.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

type Shown = Parameters<Parameters<typeof onNotice>[0]>[0]
const notices: Shown[] = []
let denials: Record<number, string> = {}
let calls: readonly Call[] = []
let answers: Answers = {}
let user = userEvent.setup()

const idsIn = ({ body }: Call): number[] =>
  body.id_segnalazioni ?? body.casi.map((one: { id_segnalazione: number }) => one.id_segnalazione)
const outcomes = (call: Call): Answer => ({
  result: {
    esiti: idsIn(call).map((id) => ({
      id_segnalazione: id,
      codice: `CASO-2026-00000${id}`,
      ...(denials[id] === undefined ? { versione: 9 } : { rifiuto: denials[id] }),
    })),
  },
})

beforeAll(() => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: !query.includes('max-width') }),
  )
  onNotice((notice) => notices.push(notice))
})
beforeEach(() => {
  notices.length = 0
  denials = {}
  user = userEvent.setup()
  const rows = [1, 2, 3].map((id) => caseRowOnWire(id))
  answers = {
    'GET /v1/segnalazioni/viste': { result: { viste: [] } },
    'GET /v1/segnalazioni/viste/conteggi': { result: { conteggi: [] } },
    'GET /v1/segnalazioni/integrazione-segnalazione-view': { result: { listaView: rows, count: 3, da: 1, a: 10 } },
    'POST /v1/segnalazioni/hashtag-casi': outcomes,
    'POST /v1/tipologiche/hashtag': { result: { id_hashtag: 9, hashtag: '#stadio' } },
    'POST /v1/segnalazioni/azione-svolta-casi': outcomes,
    'POST /v1/segnalazioni/messaggi-letti-casi': outcomes,
    'POST /v1/segnalazioni/chiudi-duplicati': outcomes,
    'POST /v1/segnalazioni/annulla-azioni': outcomes,
  }
  calls = answerCalls(answers).calls
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
})

const item = (id: number, label: string) => ({ id, label, isActive: true })

async function select(ids: readonly number[], selectedRole = 'manager') {
  const client = queryClientWith([
    [currentUserQuery.queryKey, { selectedRole }],
    [
      bundleQuery().queryKey,
      {
        hashtag: [item(4, '#scuola')],
        performed_action: [item(5, 'Orientamento')],
        final_outcome: [item(3, 'Archiviato')],
      },
    ],
  ])
  showPages({ [paths.caseList]: AllCasesPage }, [paths.caseList], client)
  for (const id of ids) await user.click(await screen.findByRole('checkbox', { name: new RegExp(`00000${id}$`) }))
}
const menuButton = () => screen.getByRole('button', { name: 'Altre azioni' })
async function open(act: string) {
  await user.click(menuButton())
  await user.click(screen.getByRole('button', { name: act }))
}
const sent = (path: string) => calls.filter((call) => call.path.endsWith(path)).map(({ body }) => body)
const versions = (ids: readonly number[]) => ids.map((id) => ({ id_segnalazione: id, versione: expect.any(Number) }))
const said = () => notices.map(({ kind, body }) => `${kind}: ${body}`)

test('messages are marked as read without a dialog, by keys alone', async () => {
  await select([1, 2])
  menuButton().focus()
  await user.keyboard('{Enter}{Tab}{Tab}{Tab}{Enter}')
  await waitFor(() => expect(said()).toEqual(['success: Messaggi letti in 2 casi']))
  expect(sent('messaggi-letti-casi')).toEqual([{ id_segnalazioni: [1, 2] }])
  expect(notices[0]?.action).toBeUndefined()
  expect(screen.queryByRole('region', { name: 'Casi selezionati' })).toBeNull()
})

test('a hashtag is added to each case; the others are listed with their reasons and stay selected', async () => {
  denials = { 2: 'Il caso ha già questo hashtag.' }
  await select([1, 2])
  await open('Aggiungi un hashtag…')
  const dialog = within(screen.getByRole('dialog', { name: 'Aggiungi un hashtag a 2 casi' }))
  await user.click(dialog.getByRole('button', { name: 'Aggiungi' }))
  expect(sent('hashtag-casi')).toEqual([])
  await user.selectOptions(dialog.getByLabelText(/^Hashtag/), '4')
  await user.click(dialog.getByRole('button', { name: 'Aggiungi' }))
  const missed = within(await screen.findByRole('alertdialog', { name: '1 caso non è cambiato' }))
  expect(missed.getByRole('listitem').textContent).toBe('CASO-2026-000002: Il caso ha già questo hashtag.')
  expect(said()).toEqual(['success: Hashtag aggiunto a 1 caso'])
  expect(sent('hashtag-casi')).toEqual([{ id_hashtag: 4, casi: versions([1, 2]) }])
  expect(screen.getByText('1 selezionato', { selector: '.figures' })).toBeTruthy()
})

test('a hashtag that does not exist yet is made where it is added', async () => {
  await select([1, 2])
  await open('Aggiungi un hashtag…')
  const dialog = within(screen.getByRole('dialog', { name: 'Aggiungi un hashtag a 2 casi' }))
  await user.type(dialog.getByLabelText('Nuovo hashtag'), 'stadio{Enter}')
  const field = dialog.getByLabelText<HTMLSelectElement>(/^Hashtag/)
  await waitFor(() => expect(field.selectedOptions[0]?.textContent).toBe('#stadio'))
  expect(document.activeElement).toBe(field)
  await user.click(dialog.getByRole('button', { name: 'Aggiungi' }))
  await waitFor(() => expect(said()).toEqual(['success: Hashtag aggiunto a 2 casi']))
  expect(sent('/v1/tipologiche/hashtag')).toEqual([{ hashtag: '#stadio' }])
  expect(sent('hashtag-casi')).toEqual([{ id_hashtag: 9, casi: versions([1, 2]) }])
})

test('a performed action has its day', async () => {
  await select([1, 3], 'operatorTwo')
  await open("Aggiungi un'azione svolta…")
  const dialog = within(screen.getByRole('dialog'))
  await user.selectOptions(dialog.getByLabelText(/^Azione svolta/), '5')
  await user.click(dialog.getByRole('button', { name: 'Aggiungi' }))
  await waitFor(() => expect(said()).toEqual(['success: Azione svolta aggiunta a 2 casi']))
  expect(sent('azione-svolta-casi')).toEqual([
    { id_azioni_svolte: 5, data: expect.stringMatching(/^\d{4}-\d\d-\d\d/), casi: versions([1, 3]) },
  ])
})

test('duplicates are closed but for the case that stays, and the toast undoes it', async () => {
  await select([1, 2, 3])
  await open('Chiudi come duplicati…')
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: /CASO-2026-000002/ }))
  await user.selectOptions(dialog.getByLabelText(/^Esito/), '3')
  await user.click(dialog.getByRole('button', { name: 'Chiudi i casi' }))
  await waitFor(() => expect(said()).toEqual(['success: 2 casi chiusi come duplicati']))
  expect(sent('chiudi-duplicati')).toEqual([
    expect.objectContaining({ id_caso_originale: 2, id_esito_finale: 3, casi: versions([1, 3]) }),
  ])
  denials = { 3: 'Il caso è cambiato dopo.' }
  notices[0]?.action?.onSelect()
  await waitFor(() => expect(said()).toContain('success: Azione annullata per 1 caso'))
  expect(said()).toContain('error: CASO-2026-000003: Il caso è cambiato dopo.')
  expect(sent('annulla-azioni')).toEqual([
    {
      casi: [
        { id_segnalazione: 1, versione: 9 },
        { id_segnalazione: 3, versione: 9 },
      ],
    },
  ])
})

test('only RUP closes duplicates', async () => {
  await select([1], 'operatorTwo')
  await user.click(menuButton())
  expect(screen.queryByRole('button', { name: 'Chiudi come duplicati…' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Segna i messaggi come letti' })).toBeTruthy()
})
