import {
  associationListTabs,
  type CaseView,
  caseTabs,
  caseViewIds,
  countCaseViews,
  countNewRequests,
  getBadges,
  listCases,
  listCasesToAssign,
  listDismissedCases,
  listMyCases,
  listNewRequests,
  listRights,
  type Role,
  withDefaultStatuses,
} from '@portal/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '../../../../test/build-app.ts'
import { insertManyCases, madeUpCases } from '../../../../test/many-cases.ts'

const lists = { all: listCases, toAssign: listCasesToAssign, mine: listMyCases, outOfRemit: listDismissedCases }
const viewsOf: Readonly<Partial<Record<Role, readonly CaseView[]>>> = {
  manager: ['all', 'toAssign', 'mine', 'outOfRemit'],
  operatorOne: ['all', 'mine', 'outOfRemit'],
  operatorTwo: ['all', 'mine', 'outOfRemit'],
}
const roles = Object.keys(viewsOf) as Role[]

let portal: TestApp
const callers = {} as Record<Role, Caller>
beforeAll(async () => {
  portal = await startTestApp()
  for (const role of roles) callers[role] = await portal.as(role)
  const people = await Promise.all(roles.map((role) => portal.idOf(role)))
  await insertManyCases(portal, madeUpCases(1500, people, portal.clock.now()))
}, 60_000)
afterAll(() => portal.close())

const countOf = async (caller: Caller, view: CaseView, filters = {}) =>
  (await caller.call(lists[view], { query: { filters: withDefaultStatuses(view, filters) } })).count

describe.each(roles.flatMap((role) => (viewsOf[role] ?? []).map((view) => [role, view] as const)))(
  '%s, %s',
  (role, view) => {
    test('each tab counts the rows that it opens', async () => {
      const caller = callers[role]
      const counted = await caller.call(countCaseViews, { query: { view } })
      for (const { name, filters } of caseTabs[view])
        expect([name, counted.rows.find(({ tab }) => tab === name)?.count]).toEqual([
          name,
          await countOf(caller, view, filters),
        ])
    })

    test('the badge of the menu counts the first tab, which its link opens', async () => {
      const caller = callers[role]
      const badges = await caller.call(getBadges)
      const badge = { all: badges.total, toAssign: badges.toAssign, mine: badges.assigned, outOfRemit: undefined }[view]
      if (badge !== undefined) expect(badge).toBe(await countOf(caller, view, caseTabs[view][0].filters))
    })
  },
)

test('a saved view has its count, unless other indexes have to be read for it', async () => {
  const caller = callers.manager
  const save = (nome: string, filtri: object) =>
    caller.raw('POST', '/v1/segnalazioni/viste', { nome, vista: 0, filtri })
  await save('In lavorazione', { statoSegnalazione: [3] })
  const { body } = await save('Lavoro', { ambito: [1] })
  const idOf = (nome: string) => body.result.viste.find((row: { nome: string }) => row.nome === nome).id_vista
  const { rows } = await caller.call(countCaseViews, { query: { view: 'all' } })
  const saved = rows.flatMap(({ savedViewId, count }) => (savedViewId ? [[savedViewId, count]] : []))
  expect(saved).toEqual([[idOf('In lavorazione'), await countOf(caller, 'all', { statuses: ['inWorkOne'] })]])
})

test('a role without cases gets no counts', async () => {
  const caller = await portal.as('registerOperator')
  const { status } = await caller.raw('GET', `/v1/segnalazioni/viste/conteggi?vista=${caseViewIds.toAssign}`)
  expect(status).toBe(403)
})

test.each(['manager', 'registerAdmin', 'registerOperator'] as const)(
  'the badges of the register and of requests on personal data count what their links open for %s',
  async (role) => {
    const caller = callers[role] ?? (await portal.as(role))
    const { waiting } = await caller.call(countNewRequests)
    const { filters } = associationListTabs('newRequests', role)[0] ?? {}
    expect(waiting).toBe((await caller.call(listNewRequests, { query: { filters } })).count)
    if (role !== 'manager') return
    const { rights } = await caller.call(getBadges)
    expect(rights).toBe((await caller.call(listRights, { query: { filters: { isDecidable: true } } })).count)
  },
)
