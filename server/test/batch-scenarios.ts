import type { Caller, Reply, TestApp } from './build-app.ts'

interface Scenario {
  readonly prepare?: () => Promise<number>
  readonly call: (caller: Caller, id: number) => Promise<Reply>
  readonly ids: (result: Reply['body'], id: number) => readonly number[]
}

const migration = '/v1/migrazione/migrazione-allegati'

/** A scenario for each audited endpoint of the batch jobs and of the keys. */
export const batchScenarios = (portalOf: () => TestApp): Record<string, Scenario> => ({
  'POST /v1/migrazione/dati-sensibili': {
    call: (caller) => caller.raw('POST', '/v1/migrazione/dati-sensibili', { flag_nuova_chiave: 0 }),
    ids: (result) => [result.numero_univoco],
  },
  [`POST ${migration}`]: {
    call: (caller) => caller.raw('POST', migration),
    ids: (result) => [result.numero_univoco],
  },
  [`POST ${migration}/annulla`]: {
    prepare: async () => (await (await portalOf().as('manager')).raw('POST', migration)).body.result.numero_univoco,
    call: (caller, id) => caller.raw('POST', `${migration}/annulla`, { numero_univoco: id }),
    ids: (_result, id) => [id],
  },
  'POST /v1/migrazione/chiavi/ritira': {
    prepare: async () => {
      const { ring } = portalOf().services.vault
      const id = await ring.add()
      await ring.add()
      return id
    },
    call: (caller, id) => caller.raw('POST', '/v1/migrazione/chiavi/ritira', { id_chiave: id }),
    ids: (_result, id) => [id],
  },
})
