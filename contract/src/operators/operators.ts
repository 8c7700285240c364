import * as z from 'zod/mini'
import { caseStatus } from '../cases/case.workflow.ts'
import { enumOnWire, flag, instant, lineText, onWire, recordId } from '../kit/wire.ts'
import { role, roleCodes } from '../session/roles.ts'

/** 6 letters, 2 digits, a letter, 2 digits, a letter, 3 digits, a letter (specification 1 §5); converted to upper case. */
export const taxCode = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.regex(/^[A-Z]{6}[0-9]{2}[A-Z][0-9]{2}[A-Z][0-9]{3}[A-Z]$/, 'codice_fiscale_non_valido'),
  )

const personName = lineText.check(z.minLength(1, 'campo_obbligatorio'), z.maxLength(100, 'nome_troppo_lungo'))
const mail = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254, 'email_non_valida'), z.email('email_non_valida'))
const phone = z.string().check(z.trim(), z.regex(/^\+?[0-9]{1,15}$/, 'telefono_non_valido'))

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

const accountShape = {
  taxCode,
  firstName: personName,
  lastName: personName,
  mail,
  phone: z.optional(phone),
  /** When the account opens; a future day opens it later. Absent: now. */
  enabledAt: z.optional(instant),
  isEnabled: flag,
  /** The first role is selected at sign-in. */
  roles,
}
export const accountNames = {
  taxCode: 'cf',
  firstName: 'nome',
  lastName: 'cognome',
  mail: 'mail',
  phone: 'telefono',
  enabledAt: 'data_abilitazione',
  isEnabled: 'flag_abilitazione',
  roles: 'listaRuolo',
} as const

/** What the screen does once the account is saved (specification 2 §3: "insert carries a submit type"). */
export const submitTypes = { list: 'LISTA', another: 'NUOVO' } as const
const submitType = enumOnWire(submitTypes)

export const newOperator = onWire(
  'nuovo_operatore',
  { ...accountShape, submitType: z.optional(submitType) },
  { ...accountNames, submitType: 'submitType' },
)
export type NewOperator = z.output<typeof newOperator>

export const changedOperator = onWire(
  'modifica_operatore',
  {
    ...accountShape,
    id: recordId,
    version: z.int().check(z.gte(1)),
    /** The roles that the screen had loaded, for the history. */
    formerRoles: z.optional(z.array(role).check(z.maxLength(6))),
  },
  { ...accountNames, id: 'id_utente', version: 'versione', formerRoles: 'listaRuoloOld' },
)
export type ChangedOperator = z.output<typeof changedOperator>

const rowShape = {
  id: recordId,
  taxCode: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  mail: z.optional(z.string()),
  phone: z.optional(z.string()),
  isEnabled: flag,
  enabledAt: instant,
  disabledAt: z.optional(instant),
  roles: z.array(role),
}
const rowNames = { ...accountNames, id: 'id_utente', disabledAt: 'data_disabilitazione' } as const

export const operatorRow = onWire('operatore_in_lista', rowShape, rowNames)
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

const operatorChange = onWire(
  'storico_operatore',
  {
    id: recordId,
    action: enumOnWire(operatorActions),
    at: instant,
    /** Absent where the portal itself made the change. */
    by: z.optional(z.string()),
    /** Under their wire names; the values of roles are their codes, separated by |. */
    fields: z.array(
      onWire(
        'campo_modificato',
        { field: z.string(), before: z.optional(z.string()), after: z.optional(z.string()) },
        { field: 'campo', before: 'prima', after: 'dopo' },
      ),
    ),
  },
  { id: 'progressivo', action: 'azione', at: 'data_modifica', by: 'operatore', fields: 'campi' },
)
export type OperatorChange = z.output<typeof operatorChange>

/** An account with its history (the newest 100 entries, newest first), and what prevents closing it. */
export const operatorDetail = onWire(
  'operatore',
  {
    ...rowShape,
    version: z.int(),
    deletedAt: z.optional(instant),
    openCases: z.int(),
    /** The statuses of the open cases: an operator who takes them over must be able to work on each. */
    openStatuses: z.array(caseStatus),
    openSessions: z.int(),
    isLastManager: flag,
    history: z.array(operatorChange),
  },
  {
    ...rowNames,
    version: 'versione',
    deletedAt: 'data_eliminazione',
    openCases: 'casi_aperti',
    openStatuses: 'stati_casi_aperti',
    openSessions: 'sessioni_aperte',
    isLastManager: 'flag_ultimo_rup',
    history: 'storico',
  },
)
export type OperatorDetail = z.output<typeof operatorDetail>

const filterShape = {
  enabledFrom: z.optional(instant),
  enabledTo: z.optional(instant),
  roles: z.optional(z.array(role).check(z.maxLength(6))),
  isEnabled: z.optional(flag),
}
const filterNames = {
  enabledFrom: 'data_abilitazione_da',
  enabledTo: 'data_abilitazione_a',
  roles: 'ruoli',
  isEnabled: 'flag_abilitazione',
} as const

export const operatorFilters = onWire('filtri_operatori', filterShape, filterNames)
export type OperatorFilters = z.output<typeof operatorFilters>

/** The same filters and words; by POST, so that no name appears in an address. */
export const operatorSearch = onWire(
  'ricerca_operatori',
  {
    ...filterShape,
    /** The first three letters or more of a name or surname, or a whole tax code or mail address. */
    words: z.optional(z.string().check(z.trim(), z.maxLength(254))),
  },
  { ...filterNames, words: 'nominativo' },
)
export type OperatorSearch = z.output<typeof operatorSearch>

/** An operator for a choice list. */
export const colleague = onWire(
  'utente_in_elenco',
  { id: recordId, firstName: z.string(), lastName: z.string(), roles: z.array(role) },
  { id: 'id_utente', firstName: 'nome', lastName: 'cognome', roles: 'listaRuolo' },
)
export type Colleague = z.output<typeof colleague>
