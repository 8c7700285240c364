import type { TestApp } from './build-app.ts'
import { makeCase } from './make-case.ts'
import { prepared, type Scenario } from './scenario.ts'

const reason = { motivo: 'Serve altro.' }

/** Scenarios of the actions in the transition table. */
export function caseActionScenarios(portal: () => TestApp): Readonly<Record<string, Scenario>> {
  const open = () => makeCase(portal())
  const act = (path: string, more: object, prepare = open, changed: readonly string[] = []): Scenario => ({
    prepare,
    call: (caller, id) => caller.raw('POST', `/v1/segnalazioni/${path}`, { id_segnalazione: id, versione: 1, ...more }),
    ids: prepared,
    changedFields: ['status', ...changed],
  })
  const assigned = async () => {
    const id = await open()
    const casi = [{ id_segnalazione: id, versione: 1 }]
    const operator = await portal().idOf('operatorTwo')
    const manager = await portal().as('manager')
    await manager.raw('POST', '/v1/segnalazioni/assegna-casi', { azione: 'assegna_op2', id_operatore: operator, casi })
    return id
  }
  return {
    'POST /v1/segnalazioni/annulla-azione': act('annulla-azione', { versione: 2 }, assigned),
    'POST /v1/segnalazioni/annulla-azioni': {
      prepare: assigned,
      call: (caller, id) =>
        caller.raw('POST', '/v1/segnalazioni/annulla-azioni', { casi: [{ id_segnalazione: id, versione: 2 }] }),
      ids: prepared,
      changedFields: ['status'],
    },
    'POST /v1/segnalazioni/classifica': {
      prepare: open,
      call: (caller, id) =>
        caller.raw('POST', '/v1/segnalazioni/classifica', {
          id_segnalazione: id,
          versione: 1,
          campo: 'id_pertinenza',
          id_scelta: 1,
        }),
      ids: prepared,
      changedFields: ['relevanceId'],
    },
    'POST /v1/segnalazioni/cambia-stato-segnalazione': act('cambia-stato-segnalazione', {
      azione: 'annulla',
      ...reason,
    }),
    'POST /v1/segnalazioni/nuovo-stato-segnalazione': act('nuovo-stato-segnalazione', { id_stato: 8, ...reason }),
    'POST /v1/segnalazioni/annulla': act('annulla', reason),
    'POST /v1/segnalazioni/riapri': act('riapri', reason, () => makeCase(portal(), { status: 'closed' })),
    'POST /v1/segnalazioni/riapri-esterno': act('riapri-esterno', reason, () =>
      makeCase(portal(), { status: 'external' }),
    ),
    'POST /v1/segnalazioni/assegna-esterno': act(
      'assegna-esterno',
      {
        id_ente_esterno: 1,
        data_assegnazione_esterna: '2026-11-19T00:00:00.000Z',
        protocollo_esterno: 'OSCAD 12',
        base_giuridica: 'art. 7',
      },
      () => makeCase(portal(), { status: 'toAssign' }),
      ['externalBodyId', 'externalOn', 'externalProtocol', 'legalBasis'],
    ),
    'POST /v1/segnalazioni/assegna-casi': {
      prepare: open,
      call: async (caller, id) =>
        caller.raw('POST', '/v1/segnalazioni/assegna-casi', {
          azione: 'assegna_op2',
          id_operatore: await portal().idOf('operatorTwo'),
          casi: [{ id_segnalazione: id, versione: 1 }],
        }),
      ids: prepared,
      changedFields: ['status'],
    },
    'POST /v1/segnalazioni/chiudi-duplicati': {
      prepare: () => makeCase(portal(), { status: 'toAssign' }),
      call: async (caller, id) =>
        caller.raw('POST', '/v1/segnalazioni/chiudi-duplicati', {
          id_caso_originale: await open(),
          id_esito_finale: 3,
          id_azioni_svolte: 1,
          casi: [{ id_segnalazione: id, versione: 1 }],
        }),
      ids: prepared,
      changedFields: ['status', 'performedActions', 'outcomeId'],
    },
    'POST /v1/segnalazioni/hashtag-casi': {
      prepare: open,
      call: (caller, id) =>
        caller.raw('POST', '/v1/segnalazioni/hashtag-casi', {
          id_hashtag: 1,
          casi: [{ id_segnalazione: id, versione: 1 }],
        }),
      ids: prepared,
      changedFields: ['hashtags'],
    },
    'POST /v1/segnalazioni/azione-svolta-casi': {
      prepare: open,
      call: (caller, id) =>
        caller.raw('POST', '/v1/segnalazioni/azione-svolta-casi', {
          id_azioni_svolte: 1,
          data: '2026-11-02T00:00:00.000Z',
          casi: [{ id_segnalazione: id, versione: 1 }],
        }),
      ids: prepared,
      changedFields: ['performedActions'],
    },
    'POST /v1/segnalazioni/messaggi-letti-casi': {
      prepare: open,
      call: (caller, id) => caller.raw('POST', '/v1/segnalazioni/messaggi-letti-casi', { id_segnalazioni: [id] }),
      ids: prepared,
    },
  }
}
