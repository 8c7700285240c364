import { expect, test } from 'vitest'
import { can, roleCodes } from '../session/roles.ts'
import { statisticsSubjects } from '../statistics/indicators.ts'
import { homeOf } from './home-of.ts'
import { mayOpen } from './page-permissions.ts'
import { paths } from './paths.ts'

const roles = Object.keys(roleCodes) as (keyof typeof roleCodes)[]

test('each role may open its home page and its own sessions', () => {
  for (const role of roles) {
    expect(mayOpen(homeOf(role) ?? '', role)).toBe(true)
    expect(mayOpen(paths.mySessions, role)).toBe(true)
  }
})

test('every page below the office, the register and an association has a row', () => {
  const inside = Object.values(paths).filter((path) => /^\/(gestione|registro|associazione)\//.test(path))
  expect(inside.filter((path) => !roles.some((role) => mayOpen(path, role)))).toEqual([])
})

test('a role that works on cases may open each of the four lists, by its path and by its parent path', () => {
  const lists = Object.values<string>(paths).filter((path) =>
    /operatore\/(casi|inAttribuzione|mieiCasi|iMieiCasi|nonDiCompetenza)(\/(lista|dettaglio))?$/.test(path),
  )
  expect(lists).toHaveLength(15)
  for (const role of roles) expect(lists.filter((path) => mayOpen(path, role) !== can('cases', role))).toEqual([])
})

test('who may request statistics may open their page, and nobody else', () => {
  const mayOpenPage = (path: string) => roles.filter((role) => mayOpen(path, role))
  expect(mayOpenPage(paths.statistics)).toEqual(statisticsSubjects.cases.allow)
  expect(mayOpenPage(paths.registerStatistics)).toEqual(statisticsSubjects.register.allow)
})

test('only the path of an address counts', () => {
  expect(mayOpen('/gestione/operatore/casi/dettaglio?id=7#x', 'manager')).toBe(true)
  expect(mayOpen('/gestione/operatore/casi/lista/', 'manager')).toBe(true)
  expect(mayOpen('/gestione/operatore/casi/lista?stato=1', 'associationMember')).toBe(false)
  expect(mayOpen('/gestione/operatore/batch', 'operatorTwo')).toBe(false)
})

test('nobody may open a page that is not for signed-in users', () => {
  for (const path of ['/', '/login', '/privacy', '/gestione/nulla', ''])
    for (const role of roles) expect(mayOpen(path, role)).toBe(false)
})
