import { caseFields } from '@portal/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, type Call } from '../../../test/answer-calls.ts'
import { queryClientWith } from '../../../test/show-page.tsx'

const { loadTexts, loadTextsOf } = await import('#lib/i18n/texts.ts')
const { PlaceField } = await import('./place-field.tsx')

beforeAll(async () => {
  await loadTexts('it')
  await loadTextsOf('desk')
})

const milan = {
  denominazione: 'Milano',
  sigla: 'MI',
  regione: 'Lombardia',
  id_regione: 3,
  id_provincia: 15,
  id_citta: 6205,
}
const province = { denominazione: 'Milano', sigla: 'MI', regione: 'Lombardia', id_regione: 3, id_provincia: 15 }
let calls: readonly Call[] = []
let isAway = false

beforeEach(() => {
  isAway = false
  calls = answerCalls({
    'GET /v1/tipologiche/luoghi': ({ query }) => ({
      status: isAway ? 503 : 200,
      result: { luoghi: 'milano'.startsWith(query.get('testo')?.toLowerCase() ?? '-') ? [milan, province] : [] },
    }),
    'GET /v1/tipologiche/regione': () => ({ result: [{ id_regione: 3, regione: 'Lombardia' }] }),
    'GET /v1/tipologiche/provincia': () => ({ result: [{ id_provincia: 15, provincia: 'Milano', sigla: 'MI' }] }),
    'GET /v1/tipologiche/citta': () => ({ result: [{ id_citta: 6205, citta: 'Milano' }] }),
  }).calls
})

const keys = { region: 'placeRegion', province: 'placeProvince', city: 'placeCity' } as const

function Example({ start = {} }: { start: object | undefined }) {
  const [draft, setDraft] = useState<Record<string, unknown>>({ ...start })
  return (
    <>
      <PlaceField
        id="place-placeCity"
        label="Comune"
        ids={{ region: 'place-placeRegion', province: 'place-placeProvince', city: 'place-placeCity' }}
        keys={keys}
        fields={caseFields}
        draft={draft}
        set={(key, value) => setDraft((last) => (key === keys.region ? { [key]: value } : { ...last, [key]: value }))}
      />
      <button type="button">Salva</button>
      <output aria-label="bozza">{JSON.stringify(draft)}</output>
    </>
  )
}
const show = (start?: object) =>
  render(
    <QueryClientProvider client={queryClientWith([])}>
      <Example start={start} />
    </QueryClientProvider>,
  )
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Comune/ })
const draft = () => JSON.parse(screen.getByLabelText('bozza').textContent ?? '')

test('the beginning of a name and Enter choose a municipality with its province and region', async () => {
  show()
  await userEvent.type(field(), 'mil')
  await screen.findByRole('option', { name: /^Milano \(MI\)/ })
  await userEvent.keyboard('{Enter}')
  expect(draft()).toEqual({ placeRegion: 3, placeProvince: 15, placeCity: 6205 })
  await vi.waitFor(() => expect(field().value).toBe('Milano (MI)'))
})

test('a province alone is a place too', async () => {
  show()
  await userEvent.type(field(), 'mil')
  await userEvent.click(await screen.findByRole('option', { name: 'Milano (provincia)' }))
  expect(draft()).toEqual({ placeRegion: 3, placeProvince: 15 })
  await vi.waitFor(() => expect(field().value).toBe('Milano (provincia)'))
})

test('who leaves before the answer comes has chosen a name that was typed whole', async () => {
  show()
  await userEvent.type(field(), 'MILANO')
  await userEvent.tab()
  await vi.waitFor(() => expect(draft()).toEqual({ placeRegion: 3, placeProvince: 15, placeCity: 6205 }))
})

test('what no list has stays as it was typed, and says so', async () => {
  show({ placeRegion: 3 })
  await vi.waitFor(() => expect(field().value).toBe('Lombardia (regione)'))
  await userEvent.clear(field())
  await userEvent.type(field(), 'Atlantide')
  await userEvent.tab()
  await screen.findByText(/«Atlantide» non è nell'elenco/)
  expect(field().value).toBe('Atlantide')
  expect(draft()).toEqual({ placeRegion: 3 })
})

test('an emptied field is no place', async () => {
  show({ placeRegion: 3, placeProvince: 15, placeCity: 6205 })
  await vi.waitFor(() => expect(field().value).toBe('Milano (MI)'))
  await userEvent.clear(field())
  await userEvent.tab()
  expect(draft()).toEqual({})
})

test('one call for what was typed in one go, none for an untouched field', async () => {
  show({ placeRegion: 3 })
  await userEvent.type(field(), '{Control>}a{/Control}mila')
  await screen.findByRole('option', { name: /^Milano \(MI\)/ })
  const asked = calls.filter(({ path }) => path === '/v1/tipologiche/luoghi').map(({ query }) => query.get('testo'))
  expect(asked).toEqual(['mila'])
})

test('the link of an error of the region leads to the field', () => {
  show()
  document.getElementById('place-placeRegion')?.focus()
  expect(document.activeElement).toBe(field())
})

test('a search that is away is said, what was typed stays, and typing on asks again', async () => {
  isAway = true
  show()
  await userEvent.type(field(), 'mil')
  await screen.findByText(/^L'elenco non/)
  expect(field().value).toBe('mil')
  isAway = false
  await userEvent.type(field(), 'a')
  await screen.findByRole('option', { name: /^Milano \(MI\)/ })
  expect(screen.queryByText(/^L'elenco non/)).toBeNull()
})
