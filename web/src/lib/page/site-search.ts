import { useSearch } from '@tanstack/react-router'

const asText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

const asId = (value: unknown) => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** All that the address says, for a list, which declares its filters itself. */
export const useRawSearch = (): Readonly<Record<string, unknown>> => useSearch({ from: '__root__' })

/**
 * What the address of a page says, beside the filters of a list; what does not fit is left out. Read here and not validated
 * by the router, which would write the address again without it (docs/decisions/0080).
 */
export function useSiteSearch() {
  const search = useRawSearch()
  return {
    /** A record, or an entry of its history. */
    id: asId(search.id),
    evento: asId(search.evento),
    /** The received mail from which a case is made. */
    posta: asId(search.posta),
    /** The open tab of a record. */
    scheda: asText(search.scheda),
    /** A reference list by its path. */
    lista: asText(search.lista),
    /** How a session or a sign-in ended, and the page to return to. */
    esito: asText(search.esito),
    ritorno: asText(search.ritorno),
    /** Of a certificate. */
    codice: asText(search.codice),
    passo: asText(search.passo),
    /** A book of the manual. */
    libro: asText(search.libro),
    /** The language of the notice on personal data. */
    testo: asText(search.testo),
    submitType: asText(search.submitType),
  }
}
