import { type OperatorRole, operatorRoles } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { FieldGroup } from '#ui/field/field-frame.tsx'
import { Select } from '#ui/field/select.tsx'
import { withFirst, withRole } from './operator-draft.ts'

interface Props {
  readonly id: string
  readonly error: string | undefined
  readonly roles: readonly OperatorRole[]
  readonly onChange: (roles: OperatorRole[]) => void
}

/** The roles of an account, and which of them is selected at sign-in. */
export function RoleFields({ id, error, roles, onChange }: Props) {
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
