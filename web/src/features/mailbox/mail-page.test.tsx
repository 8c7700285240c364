import { paths } from '@portal/contract'
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, type Call } from '../../../test/answer-calls.ts'
import { caseRowOnWire } from '../../../test/cases-on-wire.ts'
import { queryClientWith, showPages } from '../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { onNotice } = await import('#lib/page/notices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { MailListPage } = await import('./mail-list-page.tsx')
const { MailPage } = await import('./mail-page.tsx')
await loadTexts()
await loadTextsOf('desk')

// Whole pages take their time where others use the same two cores.
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const row = {
  id_posta: 5,
  tipo: 'messaggio',
  stato: 'da_esaminare',
  data_ricezione: '2026-11-20T10:00:00.000Z',
  nome_mittente: 'Anna Bianchi',
  mittente: 'anna@pec.example',
  oggetto: 'Una segnalazione',
  flag_certificata: 1,
  allegati: 1,
}
const mail = {
  ...row,
  testo: 'Vorrei segnalare <b>un fatto</b>.',
  flag_testo_parziale: 0,
  nomi_allegati: [{ nomeFile: 'nota.txt', dimensione: 5 }],
  mittente_certificato: 'anna@pec.example',
  data_certificata: '2026-11-20T09:00:00.000Z',
  casi_proposti: [{ id_segnalazione: 8, codice: 'UNAR-2026-000008', motivo: 'indirizzo' }],
}
const addedMail = {
  ...mail,
  stato: 'nel_caso',
  caso: { id_segnalazione: 8, codice: 'UNAR-2026-000008' },
  casi_proposti: [],
  toglibile: 'possibile',
}
const refused = { nomeFile: 'gioco.exe', esito: { codice: 'FILE_ESEGUIBILE' } }

let calls: readonly Call[] = []
let caselle: object[] = [{ flag_certificata: 0, data_lettura: '2026-11-20T10:00:00.000Z' }]
const shownNotices: string[] = []
beforeAll(() => {
  onNotice(({ kind, body }) => shownNotices.push(`${kind}: ${body}`))
})
beforeEach(() => {
  shownNotices.length = 0
  sessionStorage.clear()
  const decided = { ...mail, stato: 'non_per_noi', motivo_non_per_noi: 'Pubblicità', casi_proposti: [] }
  calls = answerCalls({
    'GET /v1/posta': () => ({ result: { listaView: [row], count: 1, da: 1, a: 10 } }),
    'GET /v1/posta/caselle': () => ({ result: { caselle } }),
    'GET /v1/posta/dettaglio/5': () => ({ result: mail }),
    'POST /v1/segnalazioni/integrazione-segnalazione-view-pag': () => ({
      result: { listaView: [caseRowOnWire(8), caseRowOnWire(9)], count: 2, da: 1, a: 6 },
    }),
    'GET /v1/admin/user': () => ({ result: [] }),
    'POST /v1/posta/nel-caso/5': () => ({ result: { posta: addedMail, allegati: [refused] } }),
    'POST /v1/posta/non-per-noi/5': () => ({ result: decided }),
    'POST /v1/posta/da-esaminare/5': () => ({ result: mail }),
  }).calls
})
const show = (start: string) =>
  showPages(
    { [paths.receivedMailList]: MailListPage, [paths.receivedMail]: MailPage },
    [start],
    queryClientWith([[currentUserQuery.queryKey, { id: 7, selectedRole: 'manager' }]]),
  )
const showMail = () => show(`${paths.receivedMail}?id=5`)

test('the list names sender and subject, and leads to the mail', async () => {
  show(paths.receivedMailList)
  const link = await screen.findByRole('link', { name: 'Una segnalazione' })
  expect(link.getAttribute('href')).toBe(`/x${paths.receivedMail}?id=5`)
  const line = within(screen.getByRole('row', { name: /Una segnalazione/ }))
  line.getByText('Anna Bianchi')
  line.getByText('Posta certificata')
})

test('a mail shows its text as text, and says what is certified of it', async () => {
  showMail()
  await screen.findByText('Vorrei segnalare <b>un fatto</b>.')
  screen.getByText(/non certifica chi l'ha scritta/)
  screen.getByText('nota.txt')
  const makeCase = screen.getByRole('link', { name: 'Crea un caso' })
  expect(makeCase.getAttribute('href')).toBe(`/x${paths.caseNew}?posta=5`)
})

test('a proposal is added with the files that pass; the others are named with the reason', async () => {
  showMail()
  await screen.findByText('Il segnalante ha questo indirizzo')
  screen.getByText('Sono indizi: nessuno prova chi ha scritto la mail.')
  await userEvent.click(screen.getByRole('button', { name: 'Aggiungi a UNAR-2026-000008' }))
  await screen.findByRole('link', { name: 'Una segnalazione' })
  expect(calls.find(({ path }) => path === '/v1/posta/nel-caso/5')?.body).toEqual({
    id_segnalazione: 8,
    flag_del_segnalante: 1,
  })
  expect(shownNotices[0]).toBe('success: Mail aggiunta al caso UNAR-2026-000008')
  expect(shownNotices[1]).toMatch(/^error: Allegato non aggiunto: gioco\.exe\./)
})

test('any other case is found by typing, and none stands twice', async () => {
  showMail()
  await userEvent.type(await screen.findByRole('textbox', { name: /^Cerca un altro caso/ }), 'Rossi')
  const buttons = () => screen.getAllByRole('button', { name: /^Aggiungi a / }).map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(buttons()).toHaveLength(2))
  await userEvent.click(screen.getByRole('checkbox', { name: "L'ha scritta chi ha segnalato" }))
  await userEvent.click(screen.getAllByRole('button', { name: /^Aggiungi a / })[1] as HTMLElement)
  await screen.findByRole('link', { name: 'Una segnalazione' })
  expect(calls.find(({ path }) => path === '/v1/posta/nel-caso/5')?.body).toEqual({
    id_segnalazione: 9,
    flag_del_segnalante: 0,
  })
})

test('a mail that is not for the office needs a reason, and can be taken back', async () => {
  showMail()
  await userEvent.click(await screen.findByRole('button', { name: 'Non è per noi' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Non è per noi' }))
  await dialog.findAllByText(/Scrivi il motivo/)
  await userEvent.type(dialog.getByRole('textbox'), 'Pubblicità')
  await userEvent.click(dialog.getByRole('button', { name: 'Non è per noi' }))
  await userEvent.click(await screen.findByRole('button', { name: 'È da esaminare' }))
  await screen.findByRole('link', { name: 'Crea un caso' })
})

test('a mail that was added to a case can be taken out of it', async () => {
  calls = answerCalls({
    'GET /v1/posta/dettaglio/5': () => ({ result: addedMail }),
    'POST /v1/posta/da-esaminare/5': () => ({ result: mail }),
  }).calls
  showMail()
  await userEvent.click(await screen.findByRole('button', { name: 'Togli dal caso UNAR-2026-000008' }))
  await screen.findByRole('link', { name: 'Crea un caso' })
  expect(shownNotices).toEqual(['success: Mail tolta dal caso UNAR-2026-000008'])
})

test('a mail that the office has answered stays in its case', async () => {
  answerCalls({ 'GET /v1/posta/dettaglio/5': () => ({ result: { ...addedMail, toglibile: 'gia_risposto' } }) })
  showMail()
  await screen.findByText(/ha già risposto a questa mail/)
  expect(screen.queryByRole('button', { name: /^Togli dal caso/ })).toBeNull()
})

test('the list says which mailbox cannot be read, and that there may be none', async () => {
  caselle = [{ flag_certificata: 1, data_guasto: '2026-11-20T10:00:00.000Z', motivo_guasto: 'accesso_negato' }]
  show(paths.receivedMailList)
  await screen.findByText(/La casella di posta certificata non si legge dal 20\/11\/2026/)
  screen.getByText(/rifiuta utente o password/)
})
