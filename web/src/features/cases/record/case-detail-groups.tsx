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

/** What whoever reports agreed to stands with who they are. */
const consents = 'consents'
const stepsOfTab = (tab: CaseTab): readonly string[] => (tab === 'people' ? [tab, consents] : [tab])

const usesOfTab = (tab: CaseTab): readonly Use<CaseValues>[] =>
  caseForm.steps.filter(({ id }) => stepsOfTab(tab).includes(id)).flatMap(({ fields }) => fields)

/** The fields of a tab by their groups, in order; what the values hide is left out, and so are groups of which nothing is left. */
export function groupsOf(tab: CaseTab, values: CaseValues) {
  const uses = usesOfTab(tab).filter((use) => isShown(use, values))
  return [...new Set(uses.map(({ group }) => group))].map((group) => ({
    group: (group ?? consents) as GroupName,
    uses: uses.filter((use) => use.group === group),
  }))
}

interface TextProps {
  readonly tab: CaseTab
  /** What decides which fields are shown. */
  readonly values: CaseValues
  /** What is read, where it is not the same: what was typed, well or not. */
  readonly shown?: object
}

/** A tab of a case, to be read: a card for each group. */
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

/** The same to be filled in; what saving leaves alone is text here too. */
export function CaseFieldGroups({ tab, record, ...typing }: FieldsProps) {
  const { t } = useTranslation()
  // What an action alone has set decides too which fields are shown.
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
