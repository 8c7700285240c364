import { useTranslation } from 'react-i18next'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import type { OperatorDraft, OperatorField } from './operator-draft.ts'
import { RoleFields } from './role-fields.tsx'

export const fieldId = (name: OperatorField) => `operator-${name}`

interface Props {
  readonly draft: OperatorDraft
  readonly errorOf: (name: OperatorField) => string | undefined
  readonly onChange: (draft: OperatorDraft) => void
}
type TextField = Exclude<OperatorField, 'roles' | 'isEnabled'>

/** The fields of an account: who it is, what they may do, since when. */
export function OperatorFields({ draft, errorOf, onChange }: Props) {
  const { t } = useTranslation()
  const typed = (name: TextField) => ({
    id: fieldId(name),
    label: t(`operators.fields.${name}`),
    error: errorOf(name),
    // What the browser knows is about whoever types, not about the person who is entered.
    autoComplete: 'off',
    value: draft[name],
    onChange: (text: string) => onChange({ ...draft, [name]: text }),
  })
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
      <RoleFields
        id={fieldId('roles')}
        error={errorOf('roles')}
        roles={draft.roles}
        onChange={(roles) => onChange({ ...draft, roles })}
      />
      <Checkbox
        id={fieldId('isEnabled')}
        label={t('operators.fields.isEnabled')}
        error={errorOf('isEnabled')}
        checked={draft.isEnabled}
        onChange={(isEnabled) => onChange({ ...draft, isEnabled })}
      />
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
