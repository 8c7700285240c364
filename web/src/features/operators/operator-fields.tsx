import { type OperatorRole, operatorRoles } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { DayField } from '#form/fields/day-field.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { FieldGroup } from '#ui/field/field-frame.tsx'
import { Select } from '#ui/field/select.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { type OperatorField, withFirst, withRole } from './operator-draft.ts'
import type { OperatorFormState } from './use-operator-form.ts'

interface Props {
  readonly form: OperatorFormState
}
type TextField = Exclude<OperatorField, 'roles' | 'isEnabled'>

/** The first field of the form. */
export const firstFieldId = 'operator-lastName'

/** The fields of an account: who it is, what they may do, since when. */
export function OperatorFields({ form }: Props) {
  const { t } = useTranslation()
  // What the browser knows is about the user who types, not about the person who is entered.
  const typed = (name: TextField) => ({ ...form.field(name), autoComplete: 'off' })
  const { value: roles, ...rolesField } = form.field('roles')
  const { value: isEnabled, ...enabledField } = form.field('isEnabled')
  const optional = t('operators.optional')
  return (
    <>
      <h2>{t('operators.person')}</h2>
      <div className="field-pair">
        <TextInput {...typed('lastName')} required maxLength={200} />
        <TextInput {...typed('firstName')} required maxLength={200} />
      </div>
      <TextInput
        {...typed('taxCode')}
        required
        hint={t('operators.taxCodeHint')}
        maxLength={30}
        spellCheck={false}
        dir="ltr"
        isShort
      />
      <div className="field-pair">
        <TextInput {...typed('mail')} type="email" required maxLength={300} spellCheck={false} />
        <TextInput {...typed('phone')} type="tel" note={optional} maxLength={30} />
      </div>
      <h2>{t('operators.work')}</h2>
      <RoleFields {...rolesField} roles={roles} />
      <Checkbox {...enabledField} checked={isEnabled} />
      <DayField {...typed('enabledAt')} note={optional} hint={t('operators.enabledAtHint')} />
    </>
  )
}

interface RoleFieldsProps {
  readonly id: string
  readonly error: string | undefined
  readonly roles: readonly OperatorRole[]
  readonly onChange: (roles: OperatorRole[]) => void
}

/** The roles of an account, and which of them is selected at sign-in. */
function RoleFields({ id, error, roles, onChange }: RoleFieldsProps) {
  const { t } = useTranslation()
  const [first] = roles
  return (
    <>
      <FieldGroup id={id} label={t('operators.fields.roles')} hint={t('operators.rolesHint')} error={error} required>
        <div className="role-boxes">
          {operatorRoles.map((role, index) => (
            <Checkbox
              key={role}
              id={index === 0 ? id : `${id}-${role}`}
              label={t(`roles.${role}`)}
              checked={roles.includes(role)}
              onChange={(isTicked) => onChange(withRole(roles, role, isTicked))}
            />
          ))}
        </div>
      </FieldGroup>
      {first && roles.length > 1 && (
        <Select
          id={`${id}-first`}
          label={t('operators.firstRole')}
          hint={t('operators.firstRoleHint')}
          value={first}
          options={operatorRoles
            .filter((role) => roles.includes(role))
            .map((value) => ({ value, label: t(`roles.${value}`) }))}
          onChange={(chosen) => onChange(withFirst(roles, roles.find((role) => role === chosen) ?? first))}
        />
      )}
    </>
  )
}
