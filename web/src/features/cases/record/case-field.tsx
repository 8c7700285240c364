import {
  type CaseDraft,
  type CaseKey,
  can,
  insertDiscriminationMode,
  type RegistryKind,
  type RegistryLinkKey,
  recordValuesOf,
  registryLinks,
  type Use,
} from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { RecordLink } from '#features/registry/index.ts'
import { EditedField, type Typing } from '#form/edit/edited-field.tsx'
import type { FieldViewProps } from '#form/fields/field-view-props.ts'
import { choiceIn } from '#form/read-only/form-display.ts'
import { call } from '#lib/api/call.ts'
import { notify } from '#lib/page/notices.ts'
import { useUser } from '#lib/session/current-user.ts'
import { NewChoice } from '../new-case/case-new-choice.tsx'
import { editedCase } from './case-edits.ts'
import { caseLabel, fieldId } from './case-field-texts.ts'
import { type Create, type Insert, useInsert, useNewHashtag } from './new-entries.ts'

interface Props<V> extends Typing<CaseDraft, V, CaseKey> {
  readonly use: Use<V>
  readonly renderFiles?: FieldViewProps['renderFiles']
}

/** The kind of registry record that a field of a case refers to; undefined for other fields. */
const recordKindOf = (key: CaseKey): RegistryKind | undefined =>
  (registryLinks as Partial<Record<CaseKey, RegistryKind>>)[key]

/** The control of a field of a case. */
export function CaseField<V>({ use, draft, values, errorOf, set, renderFiles }: Props<V>) {
  const key = use.key as CaseKey
  const { t } = useTranslation()
  const { [key]: onCreate } = useNewEntries()
  const { [key]: newChoice } = useNewChoices()
  const kind = recordKindOf(key)
  if (kind)
    return (
      <RecordLink
        kind={kind}
        id={fieldId(key)}
        label={caseLabel(t, key)}
        error={errorOf(key)}
        value={choiceIn(draft, key)}
        known={recordValuesOf(key as RegistryLinkKey, draft)}
        onChange={(value) => set(key, value)}
      />
    )
  const view = (
    <EditedField
      use={use}
      draft={draft}
      values={values}
      errorOf={errorOf}
      set={set}
      onCreate={onCreate}
      renderFiles={renderFiles}
      form={editedCase}
    />
  )
  if (!newChoice) return view
  return (
    <div className="choice-with-new">
      {view}
      <NewChoice {...newChoice} onCreated={({ id }) => set(key, id)} />
    </div>
  )
}

/** How a new entry of the list is made that lines of a field choose from; fields of which none can be made are left out. */
const useNewEntries = (): Partial<Record<CaseKey, Create>> => ({ hashtags: useNewHashtag() })

interface NewChoices {
  readonly wire: string
  readonly create: Insert
  readonly texts: { readonly open: string; readonly title: string; readonly label: string }
}

/** The same for fields that are one choice, for those who keep their lists. */
function useNewChoices(): Partial<Record<CaseKey, NewChoices>> {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const insert = useInsert('discrimination_mode', (label) => call(insertDiscriminationMode, { body: { label } }))
  if (!can('administration', selectedRole)) return {}
  const create: Insert = async (label) => {
    const made = await insert(label)
    notify({ kind: 'success', body: t('newMode.inserted') })
    return made
  }
  const texts = { open: t('newMode.open'), title: t('newMode.title'), label: t('newMode.label') }
  return { modeId: { wire: 'modalita_discriminazione', create, texts } }
}
