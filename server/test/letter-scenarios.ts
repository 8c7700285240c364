import type { TestApp } from './build-app.ts'
import { makeCase } from './make-case.ts'
import { makeReceivedMail } from './make-received-mail.ts'
import { prepared, type Scenario } from './scenario.ts'

const letter = { decisione: 'prosegue', lingua: 'it', modo: 'stampa', testo: 'Il caso prosegue.' }
const assessment = { azione: 'scrivi', versione: 0, parti: { fatti: 'Un locatore ha rifiutato la casa.' } }

/** Scenarios of letters to complainants, assessments and the record of a report made in person. */
export function letterScenarios(portal: () => TestApp): Readonly<Record<string, Scenario>> {
  const letters = '/v1/segnalazioni/comunicazioni-esito'
  const opinions = '/v1/segnalazioni/parere'
  const open = () => makeCase(portal())
  const read = (path: (id: number) => string, prepare = open): Scenario => ({
    prepare,
    call: (caller, id) => caller.raw('GET', path(id)),
    ids: prepared,
  })
  let letterId = 0
  const withLetter = async () => {
    const id = await open()
    const manager = await portal().as('manager')
    await manager.raw('POST', `${letters}/${id}`, letter)
    const { body } = await manager.raw('GET', `${letters}/${id}`)
    letterId = body.result.comunicazioni[0].id_comunicazione
    return id
  }
  const withAssessment = async () => {
    const id = await open()
    await (await portal().as('manager')).raw('POST', `${opinions}/${id}`, assessment)
    return id
  }
  const withSent = async () => {
    const id = await open()
    const manager = await portal().as('manager')
    await manager.raw('POST', `${opinions}/${id}`, {
      ...assessment,
      parti: { ...assessment.parti, motivazione: 'M', conclusione: 'elementi_insufficienti', destinatari: 'D' },
    })
    for (const [versione, more] of [
      [1, { azione: 'sottoponi' }],
      [2, { azione: 'approva' }],
      [3, { azione: 'invia', data_invio: '2026-11-20T00:00:00.000Z', modo: 'pec' }],
    ] as const)
      await manager.raw('POST', `${opinions}/${id}`, { versione, ...more })
    return id
  }
  const newestText = async () => {
    const { rows } = await portal().database.pool.query('select max(id) as id from letter_texts')
    return [rows[0].id]
  }
  const openInPerson = async () => {
    const id = await open()
    await portal().database.pool.query('update cases set channel_id = 6 where id = $1', [id])
    return id
  }
  return {
    'GET /v1/report/verbale/:id': read((id) => `/v1/report/verbale/${id}`, openInPerson),
    'GET /v1/report/verbale/:id/word': read((id) => `/v1/report/verbale/${id}/word`, openInPerson),
    [`GET ${letters}/:id`]: read((id) => `${letters}/${id}`),
    [`POST ${letters}/:id`]: {
      prepare: open,
      call: (caller, id) => caller.raw('POST', `${letters}/${id}`, letter),
      ids: prepared,
      changedFields: ['letters'],
    },
    [`GET ${letters}/:id/documento/:letterId`]: read((id) => `${letters}/${id}/documento/${letterId}`, withLetter),
    'POST /v1/segnalazioni/testi-comunicazioni': {
      call: (caller) =>
        caller.raw('POST', '/v1/segnalazioni/testi-comunicazioni', {
          tipo: 'rimedio',
          nome: 'Nuovo',
          flag_ritirato: 0,
          testi: [{ lingua: 'it', testo: 'Un rimedio' }],
        }),
      ids: newestText,
      changedFields: ['texts', 'source', 'isRetired'],
    },
    [`GET ${opinions}/:id`]: read((id) => `${opinions}/${id}`),
    [`POST ${opinions}/:id`]: {
      prepare: open,
      call: (caller, id) => caller.raw('POST', `${opinions}/${id}`, assessment),
      ids: prepared,
      changedFields: ['assessment'],
    },
    [`GET ${opinions}/:id/sintesi`]: read((id) => `${opinions}/${id}/sintesi`, withSent),
    [`POST ${opinions}/:id/sintesi`]: {
      prepare: withSent,
      call: (caller, id) =>
        caller.raw('POST', `${opinions}/${id}/sintesi`, { azione: 'scrivi', versione: 0, testi: { titolo: 'T' } }),
      ids: prepared,
      changedFields: ['summary'],
    },
    [`GET ${opinions}/:id/documento`]: read((id) => `${opinions}/${id}/documento`, withAssessment),
    [`GET ${opinions}/:id/word`]: read((id) => `${opinions}/${id}/word`, withAssessment),
  }
}

/** Scenarios of received mails. */
export function mailScenarios(portal: () => TestApp): Readonly<Record<string, Scenario>> {
  const waiting = () => makeReceivedMail(portal())
  return {
    'GET /v1/posta': {
      prepare: waiting,
      call: (caller) => caller.raw('GET', '/v1/posta'),
      ids: (result) => result.listaView.map((row: { id_posta: number }) => row.id_posta),
      changedFields: ['sender', 'subject'],
    },
    'GET /v1/posta/dettaglio/:id': {
      prepare: waiting,
      call: (caller, id) => caller.raw('GET', `/v1/posta/dettaglio/${id}`),
      ids: prepared,
      changedFields: ['text'],
      besides: 'case',
    },
    'POST /v1/posta/allegati/:id': {
      prepare: waiting,
      call: (caller, id) => caller.raw('POST', `/v1/posta/allegati/${id}`, {}),
      ids: () => [],
    },
    'POST /v1/posta/nel-caso/:id': {
      prepare: waiting,
      call: async (caller, id) =>
        caller.raw('POST', `/v1/posta/nel-caso/${id}`, { id_segnalazione: await makeCase(portal()) }),
      ids: prepared,
      changedFields: ['caseId'],
      besides: 'case',
    },
    'POST /v1/posta/non-per-noi/:id': {
      prepare: waiting,
      call: (caller, id) => caller.raw('POST', `/v1/posta/non-per-noi/${id}`, { motivo: 'Pubblicità' }),
      ids: prepared,
      changedFields: ['state'],
      besides: 'case',
    },
    'POST /v1/posta/da-esaminare/:id': {
      prepare: () => makeReceivedMail(portal(), { state: 'dismissed' }),
      call: (caller, id) => caller.raw('POST', `/v1/posta/da-esaminare/${id}`, {}),
      ids: prepared,
      changedFields: ['state'],
      besides: 'case',
    },
  }
}
