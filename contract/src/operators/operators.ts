import * as z from 'zod/mini'
import { caseStatus } from '../cases/case.workflow.ts'
import { alternative, filtersOnWire } from '../kit/filter-schemas.ts'
import { limits } from '../kit/limits.ts'
import { readEmail } from '../kit/values/email.ts'
import { readPhone } from '../kit/values/phone.ts'
import { readTaxCode } from '../kit/values/tax-code.ts'
import { enumOnWire, flag, instant, lineText, namesOf, onWire, recordId, typedText } from '../kit/wire.ts'
import { role, roleCodes } from '../session/roles.ts'
import { userFields } from '../session/session.endpoints.ts'

export const taxCode = typedText(readTaxCode, 'DNGMRA80A03H501Y')
const personName = lineText.check(z.minLength(1, 'campo_obbligatorio'), z.maxLength(100, 'nome_troppo_lungo'))
const mail = typedText(readEmail, 'operatore@example.org').check(z.toLowerCase())
const phone = typedText(readPhone(limits.phone.characters), '+390612345678')

/** The roles that an operator account can have; the role of association members comes with the association. */
export const operatorRoles = [
  'manager',
  'operatorOne',
  'operatorTwo',
  'registerAdmin',
  'registerOperator',
] as const satisfies readonly (keyof typeof roleCodes)[]
export type OperatorRole = (typeof operatorRoles)[number]
const { associationMember: _none, ...codes } = roleCodes
const operatorRole = enumOnWire(codes)
const roles = z.array(operatorRole).check(
  z.minLength(1, 'ruolo_obbligatorio'),
  z.maxLength(operatorRoles.length),
  z.refine((list) => new Set(list).size === list.length, 'ruolo_ripetuto'),
)

export const accountFields = {
  taxCode: [taxCode, 'cf'],
  firstName: [personName, 'nome'],
  lastName: [personName, 'cognome'],
  mail: [mail, 'mail'],
  phone: [z.optional(phone), 'telefono'],
  /** When the account opens; a future day opens it later. Absent: now. */
  enabledAt: [z.optional(instant), 'data_abilitazione'],
  isEnabled: [flag, 'flag_abilitazione'],
  /** The first role is selected at sign-in. */
  roles: [roles, 'listaRuolo'],
} as const
export const accountNames = namesOf(accountFields)

/** What the screen does once the account is saved (specification 2 §3: "insert carries a submit type"). */
export const submitTypes = { list: 'LISTA', another: 'NUOVO' } as const

export const newOperator = onWire('nuovo_operatore', {
  ...accountFields,
  /** For the screen alone: whatever a caller sends is taken. */
  submitType: [z.optional(z.string().check(z.maxLength(20))), 'submitType'],
})
export type NewOperator = z.output<typeof newOperator>

export const changedOperator = onWire('modifica_operatore', {
  ...accountFields,
  id: [recordId, 'id_utente'],
  version: [z.int().check(z.gte(1)), 'versione'],
  /** The roles that the screen had loaded, for the history. */
  formerRoles: [z.optional(z.array(role).check(z.maxLength(6))), 'listaRuoloOld'],
})
export type ChangedOperator = z.output<typeof changedOperator>

const rowFields = {
  ...userFields,
  enabledAt: [instant, 'data_abilitazione'],
  disabledAt: [z.optional(instant), 'data_disabilitazione'],
} as const

export const operatorRow = onWire('operatore_in_lista', rowFields)
export type OperatorRow = z.output<typeof operatorRow>

export const operatorActions = {
  inserted: 'inserito',
  modified: 'modificato',
  enabled: 'abilitato',
  disabled: 'disabilitato',
  deleted: 'eliminato',
  uploaded: 'caricato',
} as const
export type OperatorAction = keyof typeof operatorActions

const operatorChange = onWire('storico_operatore', {
  id: [recordId, 'progressivo'],
  action: [enumOnWire(operatorActions), 'azione'],
  at: [instant, 'data_modifica'],
  /** Absent where the portal itself made the change. */
  by: [z.optional(z.string()), 'operatore'],
  /** Under their wire names; the values of roles are their codes, separated by |. */
  fields: [
    z.array(
      onWire('campo_modificato', {
        field: [z.string(), 'campo'],
        before: [z.optional(z.string()), 'prima'],
        after: [z.optional(z.string()), 'dopo'],
      }),
    ),
    'campi',
  ],
})
export type OperatorChange = z.output<typeof operatorChange>

/** An account with its history (the newest 100 entries, newest first), and what prevents closing it. */
export const operatorDetail = onWire('operatore', {
  ...rowFields,
  version: [z.int(), 'versione'],
  deletedAt: [z.optional(instant), 'data_eliminazione'],
  openCases: [z.int(), 'casi_aperti'],
  /** The statuses of the open cases: an operator who takes them over must be able to work on each. */
  openStatuses: [z.array(caseStatus), 'stati_casi_aperti'],
  openSessions: [z.int(), 'sessioni_aperte'],
  isLastManager: [flag, 'flag_ultimo_rup'],
  history: [z.array(operatorChange), 'storico'],
})
export type OperatorDetail = z.output<typeof operatorDetail>

export const operatorFilters = filtersOnWire('filtri_operatori', {
  enabledFrom: [z.optional(instant), 'data_abilitazione_da'],
  enabledTo: [z.optional(instant), 'data_abilitazione_a'],
  roles: [z.optional(z.array(role).check(z.maxLength(6))), 'ruoli'],
  isEnabled: [alternative, 'flag_abilitazione'],
  /**
   * The first three letters or more of a name or surname, or a whole tax code or mail address. The site never puts them in an
   * address.
   */
  words: [z.optional(z.string().check(z.trim(), z.maxLength(254))), 'nominativo'],
})
export type OperatorFilters = z.output<typeof operatorFilters>

/** An operator for a choice list. */
export const colleague = onWire('utente_in_elenco', {
  id: [recordId, 'id_utente'],
  firstName: [z.string(), 'nome'],
  lastName: [z.string(), 'cognome'],
  roles: [z.array(role), 'listaRuolo'],
})
export type Colleague = z.output<typeof colleague>
