import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

const { CallError } = await import('#lib/api/call-error.ts')
const { rememberedSealed, rememberSealed } = await import('./list-query.ts')
const { serverErrors } = await import('./use-filter-form.ts')

test('sealed filters are remembered under a name that says nothing, until the session ends', () => {
  const queryClient = new QueryClient()
  const words = { person: 'Rossi', birthDate: '1980-01-01' as const }
  const [first, second] = [rememberSealed(queryClient, 'cases', words), rememberSealed(queryClient, 'cases', words)]
  // A router reads a bare number as one, and writes it back otherwise.
  expect(first).toMatch(/^r\d+$/)
  expect(first).not.toBe(second)
  expect(rememberedSealed(queryClient, 'cases', first)).toEqual(words)
  queryClient.clear()
  expect(rememberedSealed(queryClient, 'cases', first)).toBeUndefined()
})

test("the server's faults come to their fields, others to none", () => {
  const list = {
    filters: {
      createdTo: { kind: 'day', wire: 'data_creazione_a' },
      person: { kind: 'text', wire: 'nominativo', isSealed: true },
    },
  } as const
  const error = (campo: string) => ({ campo, codice: 'ricerca_troppo_corta', messaggio: 'Servono tre lettere' })
  const errors = [error('filtri.nominativo'), error('filtri.data_creazione_a'), error('da')]
  expect(serverErrors(list, new CallError(400, 'dati_non_validi', '', errors))).toEqual([
    { key: 'createdTo', text: 'Servono tre lettere' },
    { key: 'person', text: 'Servono tre lettere' },
  ])
  expect(serverErrors(list, new Error('x'))).toEqual([])
  expect(serverErrors(list, null)).toEqual([])
})
