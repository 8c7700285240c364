import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from './api.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { wireNames } from './kit/wire.ts'

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const inputOf = ({ query, body }: Endpoint) => body ?? query

/** Every call that takes filters: lists, exports of lists and statistics. */
const filtered = Object.values(api)
  .flat()
  .filter((endpoint: Endpoint) => {
    const schema = inputOf(endpoint)
    return schema && Object.values(wireNames.get(schema)?.names ?? {}).includes('filtri')
  })
  // A saved view has the filters, and is tested with the views.
  .filter(({ path }) => path !== '/v1/segnalazioni/viste')

const asSent = ({ method }: Endpoint, filters: object) => (method === 'GET' ? JSON.stringify(filters) : filters)
const errorsOf = (endpoint: Endpoint, filters: object) => {
  const { error } = z.safeDecode(inputOf(endpoint) as z.ZodMiniType, { filtri: asSent(endpoint, filters) } as never)
  const errors: { path: string[]; message: string }[] = JSON.parse(error?.message ?? '[]')
  return errors.map(({ path, message }) => [path.join('.'), message])
}
const isKnown = (endpoint: Endpoint, filter: string) =>
  !errorsOf(endpoint, { [filter]: { none: 1 } }).some(
    ([path, message]) => path === `filtri.${filter}` && message === 'filtro_sconosciuto',
  )

describe('a filter', () => {
  test.each(filtered.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'that %s does not know is refused by name',
    (_name, endpoint) => {
      expect(errorsOf(endpoint, { inventato: 'x' })).toContainEqual(['filtri.inventato', 'filtro_sconosciuto'])
    },
  )

  const ofCases = `
    segnalante canale tipoRichiesta fonteInformativa luogoVirtuale lingua user statoSegnalazione esitoFinale
    pertinenza nazione regione provincia citta nazioneLuogo regioneLuogo provinciaLuogo cittaLuogo ambito
    contesto ground sottoGround modalitaDiscriminazione sesso autoritaGiudiziaria listaCittadinanza piva
    ragione_sociale account_nickname hashtags azioni_svolte virtuale_fisico privato_pubblico individuo_gruppo
    aggressione_fisica hate_crime coinvolgimento_minori num_persone_minorenni id_provenienza_familiare
    listaNumeroProtocollo data_nascita_da data_nascita_a data_evento_da data_evento_a data_creazione_da
    data_creazione_a data_iscrizione_da data_iscrizione_a data_inserimento_da data_inserimento_a
    resoconto_fatti
  `
  const ofAssociations = `
    ragione_sociale piva id_persona_giuridica stato_richiesta regione ground data_richiesta_da
    data_richiesta_a data_iscrizione_da data_iscrizione_a data_rinnovo_da data_rinnovo_a data_evento_da
    data_evento_a legale_rappresentante email
  `
  const ofOperators = 'data_abilitazione_da data_abilitazione_a ruoli'
  const cases = /integrazione-segnalazione-view|miei-casi|in-attribuzione$|dismessi|start-segnalazioni/
  // Specification 2 §3: the filters of reports, of operators and of associations.
  test.each([
    ['the lists of cases', cases, ofCases, 7],
    ['the lists of operators', /admin\/operatori$|start-operatori/, ofOperators, 3],
    ['the lists of associations', /associazioni\/lista-(web|iscritte|cancellate)|start-pg/, ofAssociations, 9],
  ])('that the specification names for %s is known there, by GET and by POST', (_what, path, named, calls) => {
    const names = named.trim().split(/\s+/)
    const endpoints = filtered.filter((endpoint) => path.test(endpoint.path))
    expect(endpoints).toHaveLength(calls)
    for (const endpoint of endpoints)
      expect([nameOf(endpoint), names.filter((name) => !isKnown(endpoint, name))]).toEqual([nameOf(endpoint), []])
  })
})
