import {
  dayIn,
  formatScreenDate,
  formatWireDate,
  isAbsent,
  type MessageKey,
  newOperator,
  type OperatorDetail,
  type OperatorRole,
  officeZone,
  operatorRoles,
  parseScreenDate,
  roleCodes,
  withoutAbsent,
} from '@portal/contract'
import texts from '@portal/contract/texts/it.json'
import office from '@portal/contract/texts/office/it.json'
import register from '@portal/contract/texts/register/it.json'
import * as z from 'zod/mini'

/** An account as it is typed: everything but the choices is text. */
export interface OperatorDraft {
  readonly taxCode: string
  readonly firstName: string
  readonly lastName: string
  readonly mail: string
  readonly phone: string
  readonly isEnabled: boolean
  /** DD/MM/YYYY; empty means from now. */
  readonly enabledAt: string
  /** The first one is selected at sign-in. */
  readonly roles: readonly OperatorRole[]
}
export type OperatorField = keyof OperatorDraft

/** The fields in their order, with their names on the wire, which the server's errors point to. */
export const operatorFields = {
  lastName: 'cognome',
  firstName: 'nome',
  taxCode: 'cf',
  mail: 'mail',
  phone: 'telefono',
  roles: 'listaRuolo',
  isEnabled: 'flag_abilitazione',
  enabledAt: 'data_abilitazione',
} as const satisfies Record<OperatorField, string>
export const operatorFieldNames = Object.keys(operatorFields) as OperatorField[]

export const emptyDraft: OperatorDraft = {
  taxCode: '',
  firstName: '',
  lastName: '',
  mail: '',
  phone: '',
  isEnabled: true,
  enabledAt: '',
  roles: [],
}

/** What the form needs to know of an account. */
export type Account = Pick<
  OperatorDetail,
  'id' | 'version' | 'taxCode' | 'firstName' | 'lastName' | 'mail' | 'phone' | 'isEnabled' | 'enabledAt' | 'roles'
>

const isOperatorRole = (role: string): role is OperatorRole => operatorRoles.some((one) => one === role)
const screenDay = (instant: Date) => formatScreenDate(dayIn(officeZone, instant))

export const draftOf = (account: Account): OperatorDraft => ({
  taxCode: account.taxCode,
  firstName: account.firstName,
  lastName: account.lastName,
  mail: account.mail ?? '',
  phone: account.phone ?? '',
  isEnabled: account.isEnabled,
  enabledAt: screenDay(account.enabledAt),
  roles: account.roles.filter(isOperatorRole),
})

/** A day that was left as it was keeps its hour: else saving anything would change the date as well. */
function enabledAtOnWire(text: string, account: Account | undefined): string | undefined {
  if (account && text.trim() === screenDay(account.enabledAt)) return account.enabledAt.toISOString()
  const day = parseScreenDate(text)
  return day && formatWireDate(day)
}

/** The draft as it travels; what is wrong in it travels too, since the server tells all errors. */
export function wireOf(draft: OperatorDraft, account?: Account): Record<string, unknown> {
  const { roles, isEnabled, enabledAt, ...typed } = draft
  const given = Object.entries(typed).map(([name, text]) => [operatorFields[name as OperatorField], text.trim()])
  return {
    ...(withoutAbsent(Object.fromEntries(given)) as object),
    flag_abilitazione: isEnabled ? 1 : 0,
    data_abilitazione: enabledAtOnWire(enabledAt, account),
    listaRuolo: roles.map((role) => roleCodes[role]),
    ...(account && {
      id_utente: account.id,
      versione: account.version,
      listaRuoloOld: account.roles.map((role) => roleCodes[role]),
    }),
  }
}

export type DraftErrors = Partial<Record<OperatorField, MessageKey>>

const messages = { ...texts.messages, ...office.messages, ...register.messages }
const isMessage = (text: string): text is MessageKey => Object.hasOwn(messages, text)

/** What is wrong with a draft, all of it at once, by the rules that the server has. */
export function errorsOf(draft: OperatorDraft, account?: Account): DraftErrors {
  const errors: DraftErrors = {}
  const read = z.safeDecode<z.ZodMiniType>(newOperator, wireOf(draft, account), { reportInput: true })
  for (const { path, message, input } of read.error?.issues ?? []) {
    const name = operatorFieldNames.find((one) => operatorFields[one] === path[0])
    const missing = isAbsent('', input) ? 'campo_obbligatorio' : 'valore_non_valido'
    if (name) errors[name] ??= isMessage(message) ? message : missing
  }
  if (draft.enabledAt.trim() !== '' && !parseScreenDate(draft.enabledAt)) errors.enabledAt = 'data_non_valida'
  return errors
}

/** Gives a role or takes it away; a new one comes last. */
export const withRole = (roles: readonly OperatorRole[], role: OperatorRole, isGiven: boolean): OperatorRole[] =>
  isGiven ? [...roles.filter((one) => one !== role), role] : roles.filter((one) => one !== role)

/** Puts a role first, where it is the one selected at sign-in. */
export const withFirst = (roles: readonly OperatorRole[], role: OperatorRole): OperatorRole[] => [
  role,
  ...roles.filter((one) => one !== role),
]
