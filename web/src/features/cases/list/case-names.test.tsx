import { paths } from '@portal/contract'
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { answerCalls } from '../../../../test/answer-calls.ts'
import { caseRowOnWire } from '../../../../test/cases-on-wire.ts'
import { queryClientWith, showPages } from '../../../../test/show-page.tsx'

const { currentUserQuery } = await import('#lib/session/current-user.ts')
const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { AllCasesPage } = await import('./case-list-page.tsx')
const { CaseNames } = await import('./case-names.tsx')
await loadTexts()
await loadTextsOf('desk')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const arabic = 'عبد الرحمن فاطمة'
const unbroken = 'B'.repeat(60)
const rows = [
  caseRowOnWire(1, { nominativo_segnalante: 'Neri Anna', nominativo_vittima: arabic }),
  caseRowOnWire(2, { id_segnalante: 1, nominativo_segnalante: unbroken, nominativo_vittima: unbroken }),
  caseRowOnWire(3, {}),
  caseRowOnWire(4, { id_segnalante: 1, data_pseudonimizzazione: '2036-01-31T09:00:00.000Z' }),
]

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

async function showList() {
  answerCalls(({ path }) => {
    if (path.startsWith('/v1/tipologiche/all')) return { result: {} }
    if (path.startsWith('/v1/tipologiche/')) return { result: [] }
    if (path.includes('dettaglio')) return { status: 500, result: {} }
    return { result: { listaView: rows, count: rows.length, da: 1, a: rows.length } }
  })
  const queryClient = queryClientWith([[currentUserQuery.queryKey, { selectedRole: 'manager' }]])
  showPages({ [paths.caseList]: AllCasesPage }, [paths.caseList], queryClient)
  await screen.findByRole('link', { name: 'CASO-2026-000001' })
}
const rowOf = (id: number) => screen.getByRole('row', { name: new RegExp(`CASO-2026-00000${id}`) })

/** The lines of the column 'Segnalante' and 'Vittima' of a row. */
function namesIn(id: number) {
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const { cells } = rowOf(id) as HTMLTableRowElement
  return [...(cells[headers.indexOf('SegnalanteVittima')]?.children ?? [])].map(({ textContent }) => textContent)
}

describe('a list', () => {
  test('has reporters, and victims in a second line, whose letters keep their own direction', async () => {
    await showList()
    expect(namesIn(1)).toEqual(['Neri Anna', arabic])
    expect(namesIn(2)).toEqual([unbroken, unbroken])
    expect(screen.getByText(arabic).tagName).toBe('BDI')
  })

  test('says anonimo without a reporter’s name, and nothing after pseudonymisation', async () => {
    await showList()
    expect(namesIn(3)).toEqual(['anonimo', '–'])
    expect(namesIn(4)).toEqual(['–', '–'])
  })

  test('has the names in its preview too', async () => {
    await showList()
    await userEvent.click(screen.getByRole('button', { name: 'Anteprima di CASO-2026-000001' }))
    const preview = within(rowOf(1).nextElementSibling as HTMLElement)
    const textOf = (term: string) => preview.getByText(term).nextElementSibling?.textContent
    expect([textOf('Segnalante'), textOf('Vittima')]).toEqual(['Neri Anna', arabic])
  })
})

const show = (row: object): string => {
  const names: ReactNode = <CaseNames row={{ reporterTypeId: 3, ...row } as never} />
  const { container } = render(names)
  return container.textContent ?? ''
}

test.each([
  ['Segnalante: Neri AnnaVittima: Bo Ugo', { reporter: 'Neri Anna', victim: 'Bo Ugo' }],
  ['Segnalante e vittima: Neri Anna', { reporterTypeId: 1, reporter: 'Neri Anna', victim: 'Neri Anna' }],
  ['Segnalante: anonimo', {}],
  ['', { pseudonymisedAt: new Date() }],
])('a row of the home page says %j', (text, row) => {
  expect(show(row)).toBe(text)
})
