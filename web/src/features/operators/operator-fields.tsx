import { useTranslation } from 'react-i18next'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import type { OperatorField } from './operator-draft.ts'
import { RoleFields } from './role-fields.tsx'
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
      <TextInput
        {...typed('enabledAt')}
        note={optional}
        hint={t('operators.enabledAtHint')}
        inputMode="numeric"
        maxLength={20}
        dir="ltr"
        isShort
      />
    </>
  )
}
