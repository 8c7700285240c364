import type { Caller, TestApp } from './build-app.ts'
import { prepared, type Scenario } from './scenario.ts'

/** Entries that operators insert while they edit a case. */
const insertScenarios: Readonly<Record<string, Scenario>> = {
  'POST /v1/tipologiche/modalita-discriminazione': {
    call: (caller) =>
      caller.raw('POST', '/v1/tipologiche/modalita-discriminazione', { modalita_discriminazione: 'Derisione' }),
    ids: (result) => [result.id_modalita_discriminazione],
    changedFields: ['modalita-discriminazione.it'],
  },
  'POST /v1/tipologiche/hashtag': {
    as: 'operatorOne',
    call: (caller) => caller.raw('POST', '/v1/tipologiche/hashtag', { hashtag: '#biblioteca' }),
    ids: (result) => [result.id_hashtag],
    changedFields: ['hashtag.it'],
  },
}

/** Scenarios of the reference lists. */
export function referenceScenarios(portal: () => TestApp): Readonly<Record<string, Scenario>> {
  const post = (caller: Caller, call: string, body: object) =>
    caller.raw('POST', `/v1/tipologiche/gestione/${call}`, { lista: 'motivo-riapertura', ...body })
  const add = async (it: string) => {
    const { body } = await post(await portal().as('manager'), 'aggiungi-voce', { nomi: { it } })
    return Number(body.result.id_voce)
  }
  const of = (call: string, change: object, field: string, prepare = () => add(call)): [string, Scenario] => [
    `POST /v1/tipologiche/gestione/${call}`,
    {
      prepare,
      call: (caller, id) => post(caller, call, { id_voce: id, versione: 1, ...change }),
      ids: prepared,
      changedFields: [`motivo-riapertura.${field}`],
    },
  ]
  return {
    ...insertScenarios,
    'POST /v1/tipologiche/gestione/aggiungi-voce': {
      call: (caller) => post(caller, 'aggiungi-voce', { nomi: { it: 'Aggiunta' } }),
      ids: (result) => [result.id_voce],
      changedFields: ['motivo-riapertura.it'],
    },
    ...Object.fromEntries([
      of('modifica-voce', { nomi: { it: 'Rinominata' } }, 'it'),
      of('ritira-voce', { ritirata: 1 }, 'ritirata'),
      of('sposta-voce', { verso: 'su' }, 'posizione'),
      of('elimina-voce', { versione: 2 }, 'eliminata', async () => {
        const id = await add('elimina-voce')
        await post(await portal().as('manager'), 'ritira-voce', { id_voce: id, versione: 1, ritirata: 1 })
        return id
      }),
    ]),
  }
}
