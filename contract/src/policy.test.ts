import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { api } from './api.ts'
import { associationActions } from './associations/association.workflow.ts'
import { associationLists, associationStatus, associationStatusIds } from './associations/association-status.ts'
import {
  type CaseAction,
  type CaseActionRule,
  type CaseStatus,
  caseActions,
  caseStatus,
  caseStatusIds,
} from './cases/case.workflow.ts'
import type { Endpoint } from './kit/endpoint.ts'
import { cellDenialOf } from './kit/workflow.ts'
import { access, type Role, roleCodes, rolesOf } from './session/roles.ts'
import texts from './texts/office/it.json' with { type: 'json' }

const roles = Object.keys(roleCodes) as Role[]
const statuses = Object.keys(caseStatusIds) as CaseStatus[]
const denialOf = (action: CaseAction, status: CaseStatus, role: Role) => cellDenialOf(caseActions[action], status, role)

/** The callers of an endpoint, as docs/openapi.json says them. */
function callersOf(allow: Endpoint['allow']): string {
  if (typeof allow === 'string') return allow === 'signed_in' ? 'any signed-in user' : allow
  return allow.map((role) => roleCodes[role]).join(', ')
}

// The snapshots, and of endpoints docs/openapi.json, show each change of policy to the reviewer.
describe('policy', () => {
  test('grants each permission to these roles', () => {
    const table = Object.entries(access).map(
      ([permission, row]) =>
        `${permission}: ${roles.map((role) => `${roleCodes[role]}=${row[role] ?? '–'}`).join(' ')}`,
    )
    expect(table).toMatchSnapshot()
  })

  test('allows each case action by role, status, target and required input', () => {
    const cell = (action: CaseAction, role: Role) =>
      statuses.filter((status) => denialOf(action, status, role) === null).map((status) => caseStatusIds[status])
    const table = (Object.keys(caseActions) as CaseAction[]).map((action) => {
      const rule: CaseActionRule = caseActions[action]
      const by = roles.flatMap((role) =>
        cell(action, role).length > 0 ? [`${roleCodes[role]} from ${cell(action, role).join(' ')}`] : [],
      )
      return `${action} → ${rule.to}: ${by.join('; ') || rule.by.map((role) => roleCodes[role]).join(' ')} | needs ${rule.needs.join(', ') || '–'}${rule.when ? ` | when ${rule.when.join(', ')}` : ''}`
    })
    expect(table).toMatchSnapshot()
  })

  test('allows these transitions of the register', () => {
    const ids = (names: readonly (keyof typeof associationStatusIds)[]) =>
      names.map((name) => associationStatusIds[name]).join(' ') || 'new'
    const table = Object.entries(associationActions).map(
      ([name, { from, to, by }]) =>
        `${name}: ${ids(from)} → ${to in associationStatusIds ? associationStatusIds[to as keyof typeof associationStatusIds] : to} by ${by.join(', ')}`,
    )
    expect({
      table,
      lists: Object.fromEntries(Object.entries(associationLists).map(([name, names]) => [name, ids(names)])),
    }).toMatchSnapshot()
  })

  test('defines for each endpoint the callers, the audit action, the session extension and the spinner', () => {
    const { paths } = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'))
    const endpoints = Object.values(api).flat() as Endpoint[]
    expect(endpoints.length).toBeGreaterThan(200)
    for (const { method, path, allow, audit, prolongs, silent } of endpoints) {
      const shown = paths[path.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()]
      const by = callersOf(allow)
      const effect = prolongs === false ? ' Does not prolong the session.' : ''
      expect([path, shown.description]).toEqual([path, `Open to: ${by}.${effect}`])
      expect([path, shown['x-audit'], shown['x-no-spinner']]).toEqual([path, audit, silent || undefined])
    }
  })

  test('reports a wrong role before a wrong status, so that outsiders learn nothing', () => {
    expect(denialOf('close', 'cancelled', 'associationMember')).toBe('wrong_role')
    expect(denialOf('close', 'cancelled', 'manager')).toBe('wrong_status')
    expect(denialOf('close', 'inWorkTwo', 'manager')).toBeNull()
  })

  test('denies every permission that the table does not grant', () => {
    expect(rolesOf('cases')).toEqual(['manager', 'operatorOne', 'operatorTwo'])
    expect(rolesOf('administration')).toEqual(['manager'])
    expect(rolesOf('personalArea')).toEqual(['associationMember'])
  })

  test('allows no action on a cancelled case', () => {
    for (const action of Object.keys(caseActions) as CaseAction[])
      for (const role of roles) expect(denialOf(action, 'cancelled', role)).not.toBeNull()
  })
})

describe('statuses', () => {
  test.each([
    [1, 'open', 'Aperto'],
    [2, 'toAssign', 'In attribuzione'],
    [3, 'inWorkOne', 'In lavorazione Op. I'],
    [4, 'inWorkTwo', 'In lavorazione Op. II'],
    [5, 'external', 'Assegnato a ente esterno'],
    [6, 'closed', 'Chiuso'],
    [7, 'reopened', 'Riaperto'],
    [8, 'cancelled', 'Annullato'],
  ] as const)('of cases: %i is %s, shown as %s', (id, status, text) => {
    expect(z.decode(caseStatus, id)).toBe(status)
    expect(z.encode(caseStatus, status)).toBe(id)
    expect(texts.caseStatuses[status]).toBe(text)
  })

  test.each([
    ['APERTA', 1, 'submitted'],
    ['INTEGRAZIONE_DOCUMENTALE', 3, 'documentsAsked'],
    ['APPROVATA_IN_FIRMA', 4, 'approvedToSign'],
    ['REGOLARMENTE_ISCRITTA', 5, 'enrolled'],
    ['SCADUTA', 6, 'expired'],
    ['CANCELLATA', 7, 'removed'],
    ['RESPINTA', 8, 'rejected'],
    ['RICHIESTA_DI_RINNOVO', 9, 'renewalAsked'],
    ['RINNOVO_APPROVATO', 10, 'renewalApproved'],
  ] as const)('of associations: %s is %i on the wire and %s in code', (_name, id, status) => {
    expect(z.decode(associationStatus, id)).toBe(status)
    expect(z.encode(associationStatus, status)).toBe(id)
  })

  test('of both kinds have no other ids; 2 is not a status of an association', () => {
    expect(Object.keys(caseStatusIds)).toHaveLength(8)
    expect(Object.keys(associationStatusIds)).toHaveLength(9)
    expect(z.safeDecode(caseStatus, 9 as never).success).toBe(false)
    expect(z.safeDecode(associationStatus, 2 as never).success).toBe(false)
  })
})
