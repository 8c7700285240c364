import { type Role, statisticsSubjects } from '@portal/contract'
import type { TestApp } from './build-app.ts'
import type { Scenario } from './scenario.ts'

/** The statistics of each subject: anybody of its roles may start them, and only who started them gets them. */
export const statisticsRows = (portal: () => TestApp) =>
  Object.fromEntries(
    (['segnalazioni', 'associazioni'] as const).flatMap((word) => {
      const { allow } = statisticsSubjects[word === 'segnalazioni' ? 'cases' : 'register']
      const roles: readonly Role[] = allow
      const requestOf = (role: Role) => async () => {
        const caller = await portal().as(role)
        const { body } = await caller.raw('POST', `/v1/statistiche/start-${word}`, {})
        return { body: { numero_univoco: body.result.numero_univoco ?? 1 } }
      }
      const another = (role: Role) => roles.find((one) => one !== role) ?? role
      return [
        [`POST /v1/statistiche/start-${word}`, { may: { roles }, own: { input: () => ({ body: {} }), answer: 200 } }],
        [
          `POST /v1/statistiche/get-${word}`,
          {
            may: { roles },
            own: { input: (role: Role) => requestOf(role)(), answer: 200 },
            other: { input: (role: Role) => requestOf(another(role))(), answer: 404 },
          },
        ],
      ]
    }),
  )

/** The workbook of statistics: for the roles of either subject, of a request of their own. */
export const statisticsFileRows = (portal: () => TestApp) => {
  const ownRequest = async (role: Role) => {
    const caller = await portal().as(role)
    const word = (statisticsSubjects.cases.allow as readonly Role[]).includes(role) ? 'segnalazioni' : 'associazioni'
    return (await caller.raw('POST', `/v1/statistiche/start-${word}`, {})).body.result.numero_univoco ?? 1
  }
  return {
    'POST /v1/report/start-statistiche': {
      may: ['statistics'],
      own: { input: async (role: Role) => ({ body: { numero_univoco: await ownRequest(role) } }), answer: 200 },
    },
    'POST /v1/report/get-statistiche': {
      may: ['statistics'],
      own: { input: async (role: Role) => ({ body: { numero_univoco: await ownRequest(role) } }), answer: 200 },
    },
  }
}

/** Requests for statistics of cases and their workbook, with their audit entries. */
export const statisticsScenarios = (portal: () => TestApp): Readonly<Record<string, Scenario>> => ({
  'POST /v1/statistiche/start-segnalazioni': {
    as: 'operatorTwo',
    call: (caller) =>
      caller.raw('POST', '/v1/statistiche/start-segnalazioni', { filtri: { ground: [1] }, confronto: { canale: 2 } }),
    ids: () => [],
    changedFields: ['ground', 'canale'],
  },
  'POST /v1/report/start-statistiche': {
    as: 'operatorTwo',
    prepare: async () => {
      const caller = await portal().as('operatorTwo')
      return (await caller.raw('POST', '/v1/statistiche/start-segnalazioni', {})).body.result.numero_univoco
    },
    call: (caller, id) => caller.raw('POST', '/v1/report/start-statistiche', { numero_univoco: id }),
    ids: () => [],
  },
  'POST /v1/report/get-statistiche': {
    as: 'operatorTwo',
    prepare: async () => {
      const caller = await portal().as('operatorTwo')
      return (await caller.raw('POST', '/v1/statistiche/start-segnalazioni', {})).body.result.numero_univoco
    },
    call: (caller, id) => caller.raw('POST', '/v1/report/get-statistiche', { numero_univoco: id }),
    ids: () => [],
  },
})

export const openDataRows = {
  'GET /v1/noauth/dati-aperti/scarica': {
    may: 'anyone',
    own: { input: () => ({ query: { formato: 'csv' } }), answer: 200 },
  },
} as const
