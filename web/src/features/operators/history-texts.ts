import { formatScreenDate, parseWireDate, type Role, roleCodes } from '@portal/contract'
import i18next, { type TFunction } from 'i18next'
import { formatInstant } from '#lib/i18n/format.tsx'
import { operatorFieldNames, operatorFields } from './operator-draft.ts'

/** The name of a changed field as the form has it, by its name in code or on the wire; an unknown one keeps its own. */
export function fieldText(t: TFunction, field: string): string {
  const name = operatorFieldNames.find((one) => one === field || operatorFields[one] === field) ?? field
  const key = `operators.fields.${name}`
  return i18next.exists(key) ? t(key as 'operators.fields.mail') : field
}

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text)

/** An instant as a date with its hour; a day as it was typed, which travels as midnight in UTC, has none. */
function instantText(text: string): string {
  const day = parseWireDate(text)
  return day ? formatScreenDate(day) : formatInstant(new Date(text))
}
const roleOf = (text: string) =>
  (Object.keys(roleCodes) as Role[]).find((role) => role === text || roleCodes[role] === text)

/** What stood in a field: a role by its name, an instant as a date, a flag as yes or no, nothing as a word. */
export function valueText(t: TFunction, field: string, value: string | undefined): string {
  if (!value) return t('operators.history.empty')
  if (isInstant(value)) return instantText(value)
  if (field === 'isEnabled' || field === operatorFields.isEnabled)
    return t(value === '1' || value === 'true' ? 'report.yes' : 'report.no')
  if (field !== 'roles' && field !== operatorFields.roles) return value
  return value
    .split('|')
    .map((one) => {
      const role = roleOf(one)
      return role ? t(`roles.${role}`) : one
    })
    .join(', ')
}
