import { enumOnWire } from '../kit/wire.ts'

/** The roles by their access-control codes (specification 1 §6). */
export const roleCodes = {
  manager: 'ACLRUP',
  operatorOne: 'ACLOP1',
  operatorTwo: 'ACLOP2',
  registerAdmin: 'ACLASSOCIAZIONIADMIN',
  registerOperator: 'ACLASSOCIAZIONI',
  associationMember: 'DEFAULT',
} as const

export const role = /* @__PURE__ */ enumOnWire(roleCodes)
export type Role = keyof typeof roleCodes

/** How much a role may do with a permission; `null` means nothing. */
export type Access =
  | 'all'
  | 'level_one_and_own'
  | 'read'
  | 'yes'
  | 'assigned_or_own_open'
  | 'assigned'
  | 'write'
  | 'read_organisations'
  | 'register_only'
  | 'own_lists'
  | 'register_lists'
  | 'signs'
  | 'proposes'
  | 'own_associations'
  | 'register_part'
  | null

type Row = Readonly<Record<Role, Access>>
const row = (
  ...[manager, operatorOne, operatorTwo, registerAdmin, registerOperator, associationMember]: Access[]
): Row => ({
  manager: manager ?? null,
  operatorOne: operatorOne ?? null,
  operatorTwo: operatorTwo ?? null,
  registerAdmin: registerAdmin ?? null,
  registerOperator: registerOperator ?? null,
  associationMember: associationMember ?? null,
})

/** The permissions of each role (decisions §2); server and screens read this one table. */
// biome-ignore format: a table
export const access = {
  //                      RUP              OP1                     OP2             REG. ADMIN            REG. OPERATOR      DEFAULT
  cases:             row('all',           'level_one_and_own',    'all'),
  casesToAssign:     row('all',           'read',                 'read'),
  myCases:           row('yes',           'yes',                  'yes'),
  casesOutOfRemit:   row('yes',           'yes',                  'yes'),
  newCase:           row('yes',           'yes',                  'yes'),
  sharedReplies:     row('write'),
  editCase:          row('all',           'assigned_or_own_open', 'assigned'),
  registry:          row('write',         'write',                'write',        'read_organisations'),
  statistics:        row('all',           null,                   'all',          'register_only'),
  caseExports:       row('all',           'own_lists',            'all',          'register_lists',     'register_lists'),
  administration:    row('yes'),
  register:          row('read',          null,                   null,           'yes',                'yes'),
  registerEdit:      row(null,            null,                   null,           'yes',                'yes'),
  registerDecisions: row('signs',         null,                   null,           'proposes'),
  personalArea:      row(null,            null,                   null,           null,                 null,              'own_associations'),
  office:            row('yes',           'yes',                  'yes',          'yes',                'yes'),
  auditLog:          row('all',           null,                   null,           'register_part'),
} as const satisfies Record<string, Row>

export type Permission = keyof typeof access

export const accessTo = (permission: Permission, holder: Role): Access => access[permission][holder]
export const can = (permission: Permission, holder: Role) => accessTo(permission, holder) !== null

/** The roles with a permission; endpoints pass them to `allow`. */
export const rolesOf = (permission: Permission): readonly Role[] =>
  (Object.keys(roleCodes) as Role[]).filter((holder) => can(permission, holder))
