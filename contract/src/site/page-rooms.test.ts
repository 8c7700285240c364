import { expect, test } from 'vitest'
import { mayEnter, roleCodes } from '../session/roles.ts'
import { homeOf } from './home-of.ts'
import { mayOpen } from './page-rooms.ts'
import { paths } from './paths.ts'

const roles = Object.keys(roleCodes) as (keyof typeof roleCodes)[]

test('each role may open its home, and its own sessions', () => {
  for (const role of roles) {
    expect(mayOpen(homeOf(role) ?? '', role)).toBe(true)
    expect(mayOpen(paths.mySessions, role)).toBe(true)
  }
})

test('every page below the office, the register and an association has its row', () => {
  const inside = Object.values(paths).filter((path) => /^\/(gestione|registro|associazione)\//.test(path))
  expect(inside.filter((path) => !roles.some((role) => mayOpen(path, role)))).toEqual([])
})

test('whoever works on cases may open each of the four lists, by its name and by what it stands under', () => {
  const lists = Object.values<string>(paths).filter((path) =>
    /\/(casi|inAttribuzione|mieiCasi|iMieiCasi|nonDiCompetenza)(\/(lista|dettaglio))?$/.test(path),
  )
  expect(lists).toHaveLength(15)
  for (const role of roles) expect(lists.filter((path) => mayOpen(path, role) !== mayEnter('cases', role))).toEqual([])
})

test('an address counts by its path', () => {
  expect(mayOpen('/gestione/operatore/casi/dettaglio?id=7#x', 'manager')).toBe(true)
  expect(mayOpen('/gestione/operatore/casi/lista/', 'manager')).toBe(true)
  expect(mayOpen('/gestione/operatore/casi/lista?stato=1', 'associationMember')).toBe(false)
  expect(mayOpen('/gestione/operatore/batch', 'operatorTwo')).toBe(false)
})

test('what is no page of somebody signed in is none to come back to', () => {
  for (const path of ['/', '/login', '/privacy', '/gestione/nulla', ''])
    for (const role of roles) expect(mayOpen(path, role)).toBe(false)
})
