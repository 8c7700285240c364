import {
  type CaseHead,
  type CaseKey,
  type CaseTab,
  type CaseValues,
  caseForm,
  isShown,
  type Use,
} from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { Panel } from '#ui/layout/panel.tsx'
import { type Definition, DefinitionList } from '#ui/layout/summary-block.tsx'
import { fieldOf, fixedOf, isWritable } from './case-draft.ts'
import { CaseField, type Typing } from './case-field.tsx'
import { type GroupName, labelOf } from './case-field-texts.ts'
import { CaseValue } from './case-value.tsx'

/** The consents of the reporter are shown with their identity. */
const consents = 'consents'
const stepsOfTab = (tab: CaseTab): readonly string[] => (tab === 'people' ? [tab, consents] : [tab])

const usesOfTab = (tab: CaseTab): readonly Use<CaseValues>[] =>
  caseForm.steps.filter(({ id }) => stepsOfTab(tab).includes(id)).flatMap(({ fields }) => fields)

/** The fields of a tab by group, in order, without the fields that the values hide and without empty groups. */
export function groupsOf(tab: CaseTab, values: CaseValues) {
  const uses = usesOfTab(tab).filter((use) => isShown(use, values))
  return [...new Set(uses.map(({ group }) => group))].map((group) => ({
    group: (group ?? consents) as GroupName,
    uses: uses.filter((use) => use.group === group),
  }))
}

interface TextProps {
  readonly tab: CaseTab
  /** Decides which fields are shown. */
  readonly values: CaseValues
  /** The values to show, if other than `values`: the raw draft, valid or not. */
  readonly shown?: object
}

/** A tab of a case, read-only: one card for each group. */
export function CaseTextGroups({ tab, values, shown = values }: TextProps) {
  const { t } = useTranslation()
  return groupsOf(tab, values).map(({ group, uses }) => (
    <Panel key={group} title={t(`caseGroups.${group}`)}>
      <DefinitionList items={uses.map(({ key }) => definitionOf(key as CaseKey, labelOf(t, key as CaseKey), shown))} />
    </Panel>
  ))
}

const definitionOf = (key: CaseKey, term: string, values: object): Definition => ({
  term,
  value: <CaseValue fieldKey={key} values={values} />,
  isWide: fieldOf(key).kind === 'longText',
})

interface FieldsProps extends Typing<CaseValues> {
  readonly tab: CaseTab
  readonly record: { readonly values: CaseValues } & Pick<CaseHead, 'isAsReceived'>
}

/** A tab of a case as a form; fields that saving ignores are text here too. */
export function CaseFieldGroups({ tab, record, ...typing }: FieldsProps) {
  const { t } = useTranslation()
  // Fields that only an action sets also decide which fields are shown.
  return groupsOf(tab, { ...fixedOf(record.values), ...typing.values }).map(({ group, uses }) => {
    const read = uses.filter(({ key }) => !isWritable(key as CaseKey, record))
    const written = uses.filter(({ key }) => isWritable(key as CaseKey, record))
    return (
      <Panel key={group} title={t(`caseGroups.${group}`)}>
        {read.length > 0 && (
          <DefinitionList
            items={read.map(({ key }) => definitionOf(key as CaseKey, labelOf(t, key as CaseKey), record.values))}
          />
        )}
        {written.length > 0 && (
          <div className="case-fields">
            {written.map((use) => (
              <CaseField key={use.key} use={use} {...typing} />
            ))}
          </div>
        )}
      </Panel>
    )
  })
}
