import type { RightsDetail } from '@portal/contract'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

const { loadTextsOf, loadTexts } = await import('#lib/i18n/texts.ts')
const { FoundPanel } = await import('./rights-page.tsx')
await loadTexts()
await loadTextsOf('desk')

const textsOf = (found: Partial<RightsDetail>) => {
  render(<FoundPanel request={found as RightsDetail} />)
  return screen.getAllByText(/./, { selector: 'p' }).map((element) => element.textContent)
}

test('where the answer does not list what was found, the decision is left to the operator', () => {
  expect(textsOf({})).toEqual(['Lo vede chi decide la richiesta.'])
})

test('the operator is shown that there are no data of a person', () => {
  expect(textsOf({ reports: [], users: 0 })).toEqual([
    "Non ci sono segnalazioni, utenze o schede dell'anagrafica di questa persona.",
  ])
})

test('an account without any report is shown', () => {
  expect(textsOf({ reports: [], users: 1 })).toEqual(['1 utenza del portale'])
})

test('a record of the registry is shown as well', () => {
  expect(textsOf({ reports: [], users: 0, records: 2 })).toEqual(["2 schede dell'anagrafica"])
})
