import { basename } from 'node:path'
import type { Caller, Reply, TestApp } from './build-app.ts'
import { makeTransferFolder } from './transfer-folder.ts'
import { upload } from './upload.ts'

interface Scenario {
  readonly prepare?: () => Promise<number>
  readonly call: (caller: Caller, id: number) => Promise<Reply>
  readonly ids: (result: Reply['body'], id: number) => readonly number[]
}

const migration = '/v1/migrazione/migrazione-allegati'

const transfer = '/v1/migrazione/importazione-ufficio'

/** Makes a folder that can be imported and starts its check; `isDone` carries it out. Returns the id of the check. */
function transferScenarios(portalOf: () => TestApp): Record<string, Scenario> {
  let cartella = ''
  async function prepare(isDone: boolean): Promise<number> {
    const { dataDir, services, as } = portalOf()
    cartella = basename(await makeTransferFolder({ person: [{ chiave: '1', cognome: 'Quercetani' }] }, {}, dataDir))
    const { body } = await (await as('manager')).raw('POST', `${transfer}/controllo`, { cartella })
    const id: number = body.result.numero_univoco
    if (isDone) await services.runs.work({ runId: id })
    return id
  }
  return {
    [`POST ${transfer}/controllo`]: {
      prepare: () => prepare(true),
      call: (caller) => caller.raw('POST', `${transfer}/controllo`, { cartella }),
      ids: (result) => [result.numero_univoco],
    },
    [`POST ${transfer}`]: {
      prepare: () => prepare(true),
      call: (caller) => caller.raw('POST', transfer, { cartella }),
      ids: (result) => [result.numero_univoco],
    },
    [`POST ${transfer}/annulla`]: {
      prepare: () => prepare(false),
      call: (caller, id) => caller.raw('POST', `${transfer}/annulla`, { numero_univoco: id }),
      ids: (_result, id) => [id],
    },
    [`POST ${transfer}/corrispondenze`]: {
      prepare: () => prepare(true),
      call: (caller) =>
        upload(caller, `${transfer}/corrispondenze?cartella=${cartella}`, {
          name: 'corrispondenze.csv',
          bytes: Buffer.from('lista;valore;nostro\nlanguage;Klingon;1\n'),
        }),
      ids: (_result, id) => [id],
    },
    [`GET ${transfer}/file`]: {
      prepare: () => prepare(true),
      call: (caller) => caller.raw('GET', `${transfer}/file?cartella=${cartella}&tipo=errori`),
      ids: (_result, id) => [id],
    },
  }
}

/** A scenario for each audited endpoint of the batch jobs and of the keys. */
export const batchScenarios = (portalOf: () => TestApp): Record<string, Scenario> => ({
  ...transferScenarios(portalOf),
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
