import { expect, test } from 'vitest'
import { isCall, membersOf, tokensOfCall, tokensOfText } from './coverage.mjs'

test('members are those with a value, at any depth, also in a text of JSON', () => {
  const members = membersOf({
    id: 0,
    nome: '',
    note: null,
    vuota: [],
    persona: { anagrafica: { cap: '00100' } },
    righe: [{ uno: 1 }, { due: false }],
    filtri: '{"sesso":{"id":1}}',
  })
  expect([...members].sort()).toEqual(
    [
      'filtri',
      'filtri.sesso',
      'filtri.sesso.id',
      'id',
      'persona',
      'persona.anagrafica',
      'persona.anagrafica.cap',
    ].concat(['righe', 'righe[].due', 'righe[].uno']),
  )
})

test('a call has the path of the document, what was sent in query and body, and what its answer has', () => {
  const tokens = tokensOfCall({
    method: 'GET',
    path: '/v1/segnalazioni/dettaglio/5?azione=apri',
    body: { a: 1 },
    answer: { success: true, result: { id_segnalazione: 5, nome: 'Ada' }, errorCode: null },
  })
  const call = 'GET /v1/segnalazioni/dettaglio/{id}'
  expect(tokens).toEqual([
    `call ${call}`,
    `sent ${call} azione`,
    `sent ${call} a`,
    `read ${call} id_segnalazione`,
    `read ${call} nome`,
    'text Ada',
  ])
})

test('the words of a refused call and the codes of its fields are errors; a conflict may have a record beside them', () => {
  const answer = {
    success: false,
    result: { descrizione: 'No', errori: [{ campo: 'a', codice: 'campo_obbligatorio' }] },
    errorCode: 'dati_non_validi',
  }
  const tokens = tokensOfCall({ method: 'POST', path: '/v1/mock', answer })
  expect(tokens).toEqual(expect.arrayContaining(['error dati_non_validi', 'error campo_obbligatorio', 'text No']))
})

test('a call that is not documented covers nothing', () => {
  expect(tokensOfCall({ method: 'GET', path: '/v1/nothing' })).toEqual([])
  expect(isCall('GET /v1/mock')).toBe(true)
  expect(isCall('GET /v1/nothing')).toBe(false)
})

test('of a page its texts count and not its markup', () => {
  expect(tokensOfText('<style>p {}</style><p title="no">Uno <b>due</b></p>')).toEqual(['text Uno', 'text due'])
})
