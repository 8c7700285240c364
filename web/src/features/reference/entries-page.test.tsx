import { paths } from '@portal/contract'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, answerCalls, type Call } from '../../../test/answer-calls.ts'
import { queryClientWith, showPages } from '../../../test/show-page.tsx'

const { onNotice } = await import('#lib/page/notices.ts')
const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { bundleQuery } = await import('#form/choices.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { EntriesPage } = await import('./entries-page.tsx')
const { ListsPage } = await import('./lists-page.tsx')
await loadTexts()
await loadTextsOf('desk')

const entryOf = (id: number, it: string, more: object = {}) => ({
  id_voce: id,
  nomi: { it, en: `${it} (en)` },
  altro: 0,
  ritirata: 0,
  prima: 0,
  ultima: 0,
  versione: 1,
  ...more,
})
const first = entryOf(1, 'Nuovi elementi', { prima: 1 })
const second = entryOf(2, 'Condotta reiterata', { ultima: 1 })
const retired = entryOf(5, 'Vecchio motivo', {
  ritirata: 1,
  data_ritiro: '2026-10-01T09:00:00.000Z',
  usi_dopo_ritiro: 3,
})

let answers: Record<string, Answer>
let calls: readonly Call[] = []
const shownNotices: string[] = []
beforeAll(() => {
  onNotice(({ kind, body }) => shownNotices.push(`${kind}: ${body}`))
})
beforeEach(() => {
  shownNotices.length = 0
  answers = {}
})

const gestione = '/v1/tipologiche/gestione'
const overview = { in_vigore: 3, ritirate: 1, da_tradurre: 2, ritirate_usate: 1 }

function show(address: string, entries: readonly object[] = [first, second, retired], uses: readonly object[] = []) {
  const page = { listaView: entries, count: entries.length, da: 1, a: 10 }
  const post = (call: string) => [`POST ${gestione}/${call}`, () => answers[call] ?? { result: first }] as const
  calls = answerCalls({
    [`GET ${gestione}/voci`]: { result: page },
    [`GET ${gestione}/liste`]: {
      result: [
        { lista: 'motivo-riapertura', ...overview },
        { lista: 'citta', ...overview },
      ],
    },
    [`GET ${gestione}/usi-voce`]: { result: { usi: uses } },
    'GET /v1/tipologiche/all-dettaglio': { result: {} },
    ...Object.fromEntries(['aggiungi-voce', 'modifica-voce', 'ritira-voce', 'sposta-voce', 'elimina-voce'].map(post)),
  }).calls
  const known = queryClientWith([
    [currentUserQuery.queryKey, { id: 7, selectedRole: 'manager' }],
    [bundleQuery().queryKey, { field_of_life: [{ id: 1, label: 'Lavoro' }] }],
  ])
  showPages({ [paths.referenceLists]: ListsPage, [paths.referenceEntries]: EntriesPage }, [address], known)
}
const showEntries = (list: string, ...more: [entries?: readonly object[], uses?: readonly object[]]) =>
  show(`${paths.referenceEntries}?lista=${list}`, ...more)

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const sentTo = (call: string) => calls.filter(({ path }) => path.endsWith(call)).map(({ body }) => body)

test('the lists show how many entries they have, and link to those', async () => {
  show(paths.referenceLists)
  const link = await screen.findByRole('link', { name: 'Motivi di riapertura, Ritirate ancora usate: 1' })
  expect(link.getAttribute('href')).toContain('lista=motivo-riapertura&stato=ritirate_usate')
  const places = within(screen.getByRole('table', { name: 'Luoghi e nazioni' }))
  expect(places.getByRole('link', { name: 'Comuni' }).getAttribute('href')).toContain('lista=citta')
})

test('an entry is added with its names by language; what is missing is said before anything is sent', async () => {
  showEntries('contesto')
  await press('Aggiungi voce')
  const dialog = within(screen.getByRole('dialog', { name: 'Aggiungi una voce a «Contesti»' }))
  await press('Aggiungi')
  expect(dialog.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Voce superiore: Campo obbligatorio',
    'Nome in italiano: Campo obbligatorio',
  ])
  expect(sentTo('aggiungi-voce')).toEqual([])
  await userEvent.selectOptions(dialog.getByLabelText(/Voce superiore/), 'Lavoro')
  const names = { italiano: 'Stage', inglese: 'Internship', francese: 'Stage', spagnolo: 'Prácticas', arabo: 'تدريب' }
  for (const [language, name] of Object.entries(names)) {
    await userEvent.click(dialog.getByLabelText(new RegExp(`Nome in ${language}`)))
    await userEvent.paste(name)
  }
  await press('Aggiungi')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // The choices of all forms are fetched again.
  await vi.waitFor(() => expect(calls.some(({ path }) => path.endsWith('/all-dettaglio'))).toBe(true))
  expect(sentTo('aggiungi-voce')).toEqual([
    {
      lista: 'contesto',
      id_superiore: 1,
      nomi: { it: 'Stage', en: 'Internship', fr: 'Stage', es: 'Prácticas', ar: 'تدريب' },
    },
  ])
})

test('a name that another user changed is shown, what was typed stays, and the next attempt replaces it', async () => {
  answers['modifica-voce'] = { status: 409, errorCode: 'conflitto', result: { ...first, versione: 4 } }
  showEntries('motivo-riapertura')
  await press('Modifica «Nuovi elementi»')
  const dialog = within(screen.getByRole('dialog'))
  const field = dialog.getByLabelText<HTMLInputElement>(/Nome in italiano/)
  await userEvent.clear(field)
  await userEvent.type(field, 'Fatti nuovi')
  await press('Salva')
  await dialog.findByText(/Un altro utente ha appena modificato questa voce: ora si chiama «Nuovi elementi»/)
  expect(field.value).toBe('Fatti nuovi')
  answers['modifica-voce'] = { result: entryOf(1, 'Fatti nuovi') }
  await press('Salva')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo('modifica-voce')).toMatchObject([{ versione: 1 }, { versione: 4, nomi: { it: 'Fatti nuovi' } }])
  expect(shownNotices).toEqual(['success: Nomi di «Fatti nuovi» modificati'])
})

test('an error of the server stands at its field', async () => {
  const errori = [
    { campo: 'nomi.it', codice: 'voce_presente', messaggio: 'Una voce con questo nome è già nella lista' },
  ]
  answers['aggiungi-voce'] = { status: 400, errorCode: 'dati_non_validi', result: { errori } }
  showEntries('motivo-riapertura')
  await press('Aggiungi voce')
  await userEvent.type(screen.getByLabelText(/Nome in italiano/), 'Nuovi elementi')
  await press('Aggiungi')
  await screen.findByRole('link', { name: 'Nome in italiano: Una voce con questo nome è già nella lista' })
})

test('entries move by named buttons, which stay at the ends and do nothing there', async () => {
  showEntries('motivo-riapertura')
  await press('Sposta su «Nuovi elementi»')
  await press('Sposta giù «Nuovi elementi»')
  await vi.waitFor(() => expect(sentTo('sposta-voce')).toHaveLength(1))
  expect(sentTo('sposta-voce')).toEqual([{ lista: 'motivo-riapertura', id_voce: 1, verso: 'giu' }])
})

test('an alphabetical list has no such buttons, and a list of ISTAT none at all', async () => {
  showEntries('ground')
  await screen.findByText(/in ordine alfabetico/)
  expect(screen.queryByRole('button', { name: /Sposta/ })).toBeNull()
})

test('a reset of the filters leaves the list itself', async () => {
  show(`${paths.referenceEntries}?lista=motivo-riapertura&testo=prova&stato=ritirate`)
  await screen.findByRole('button', { name: 'Nome o numero: prova, modifica' })
  // The list itself is no filter that a chip could take away.
  expect(screen.getAllByRole('button', { name: /togli il filtro$/ })).toHaveLength(2)
  await press('Azzera')
  await vi.waitFor(() => expect(screen.queryByRole('list', { name: 'Filtri attivi' })).toBeNull())
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Motivi di riapertura')
})

test('places are only read', async () => {
  showEntries('citta', [entryOf(1645, 'Bardello', { ritirata: 1, cessata_dal: '2023-01-01T00:00:00.000Z' })])
  await screen.findByText(/si possono solo leggere/)
  const row = await screen.findByRole('row', { name: /Bardello/ })
  expect(row.textContent).toContain('Cessata dal 01/01/2023')
  expect(screen.queryByRole('button', { name: /Modifica|Aggiungi|Sposta/ })).toBeNull()
})

test('a retired entry says how many records use it; a used or uncountable one cannot be deleted', async () => {
  showEntries(
    'motivo-riapertura',
    [retired],
    [
      { archivio: 'segnalazione', campo: 'Ground', numero: 3 },
      { archivio: 'associazione', campo: 'Sesso' },
    ],
  )
  expect((await screen.findByRole('row', { name: /Vecchio motivo/ })).textContent).toContain('usata da 3 schede')
  await press('Dettagli di «Vecchio motivo»')
  await screen.findByText('Ground (Caso)')
  screen.getByText('non si può contare: il campo è cifrato')
  expect(screen.getAllByText('manca: si vede «Vecchio motivo (en)»')).toHaveLength(4)
  const deletion = screen.getByRole('button', { name: 'Elimina…', description: 'È usata: può restare ritirata' })
  await userEvent.click(deletion)
  expect(screen.queryByRole('dialog')).toBeNull()
})
