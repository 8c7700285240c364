import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

const { CallError } = await import('#lib/api/call-error.ts')
const { filterFaults, rememberWords } = await import('./searched-words.ts')

test('words are kept under a name that tells nothing, until the session ends', () => {
  const queryClient = new QueryClient()
  const words = { person: 'Rossi', birthDate: '1980-01-01' as const }
  const [first, second] = [rememberWords(queryClient, words), rememberWords(queryClient, words)]
  // A router reads a bare number as one, and writes it back otherwise.
  expect(first).toMatch(/^r\d+$/)
  expect(first).not.toBe(second)
  expect(queryClient.getQueryData(['cases', 'words', first])).toEqual(words)
  queryClient.clear()
  expect(queryClient.getQueryData(['cases', 'words', first])).toBeUndefined()
})

test("the server's faults come to their fields, others to none", () => {
  const fault = (campo: string) => ({ campo, codice: 'ricerca_troppo_corta', messaggio: 'Servono tre lettere' })
  const faults = [fault('filtri.nominativo'), fault('filtri.data_creazione_a'), fault('da')]
  expect(filterFaults(new CallError(400, 'dati_non_validi', '', faults))).toEqual([
    { key: 'createdTo', text: 'Servono tre lettere' },
    { key: 'person', text: 'Servono tre lettere' },
  ])
  expect(filterFaults(new Error('x'))).toEqual([])
  expect(filterFaults(null)).toEqual([])
})
