import {
  type AssociationDraft,
  type AssociationKey,
  type AssociationTab,
  type AssociationValues,
  associationForm,
  isRequired,
  isShown,
  type Use,
} from '@portal/contract'
import type registerTexts from '@portal/contract/texts/register/it.json'
import { useTranslation } from 'react-i18next'
import { lineFieldId } from '#form/desk-field-props.ts'
import { DeskFieldView } from '#form/desk-field-view.tsx'
import { DeskValueText } from '#form/desk-value-text.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { type Definition, DefinitionList } from '#ui/layout/summary-block.tsx'
import { associationTexts, fieldOf, isWritable, linesAtStake } from './association-record.ts'
import { associationFormId } from './use-association-form.ts'

type GroupName = keyof typeof registerTexts.registerGroups
type AnyUse = Use<AssociationValues>

const parentValueIn = (values: object, parent: string | undefined) =>
  parent === undefined ? undefined : ((values as Record<string, unknown>)[parent] as number | undefined)

/** The fields of a tab by group, without the fields that the values hide. */
function groupsOf(tab: AssociationTab, values: AssociationValues) {
  const uses: readonly AnyUse[] = associationForm.steps.find(({ id }) => id === tab)?.fields ?? []
  const shown = uses.filter((use) => isShown(use, values))
  return [...new Set(shown.map(({ group }) => group))].map((group) => ({
    group: group as GroupName,
    uses: shown.filter((use) => use.group === group),
  }))
}

/** A field of an association as text; `values` may also be a draft. */
export function AssociationValue({ fieldKey, values }: { fieldKey: AssociationKey; values: object }) {
  const { t } = useTranslation()
  const field = fieldOf(fieldKey)
  return (
    <DeskValueText
      field={field}
      value={(values as Record<string, unknown>)[fieldKey]}
      parentValue={parentValueIn(values, field.parent)}
      columns={field.columns && associationTexts.columnsOf(t, fieldKey)}
    />
  )
}

function useDefinitions(values: object) {
  const { t } = useTranslation()
  return (uses: readonly AnyUse[]): Definition[] =>
    uses.map(({ key }) => ({
      term: associationTexts.labelOf(t, key),
      value: <AssociationValue fieldKey={key} values={values} />,
      isWide: ['longText', 'lines'].includes(fieldOf(key).kind),
    }))
}

interface TextProps {
  readonly tab: AssociationTab
  /** Decides which fields are shown. */
  readonly values: AssociationValues
  /** The values to show, if other than `values`: the raw draft, valid or not. */
  readonly shown?: object
}

/** A tab of an association, read-only: one card for each group. */
export function AssociationTextGroups({ tab, values, shown = values }: TextProps) {
  const { t } = useTranslation()
  const definitionsOf = useDefinitions(shown)
  return groupsOf(tab, values).map(({ group, uses }) => (
    <Panel key={group} title={t(`registerGroups.${group}`)}>
      <DefinitionList items={definitionsOf(uses)} />
    </Panel>
  ))
}

interface Typing {
  readonly draft: AssociationDraft
  readonly values: AssociationValues
  readonly errorOf: (place: string) => string | undefined
  readonly set: (key: AssociationKey, value: unknown) => void
}

/** A tab of an association as a form; what the office does not edit is text here too. */
export function AssociationFieldGroups({ tab, ...typing }: Typing & { readonly tab: AssociationTab }) {
  const { t } = useTranslation()
  const definitionsOf = useDefinitions(typing.values)
  return groupsOf(tab, typing.values).map(({ group, uses }) => {
    const read = uses.filter(({ key }) => !isWritable(key))
    const written = uses.filter(({ key }) => isWritable(key))
    return (
      <Panel key={group} title={t(`registerGroups.${group}`)}>
        {read.length > 0 && <DefinitionList items={definitionsOf(read)} />}
        {written.length > 0 && (
          <div className="case-fields">
            {written.map((use) => (
              <AssociationField key={use.key} use={use} {...typing} />
            ))}
          </div>
        )}
      </Panel>
    )
  })
}

/** The control of a field of an association. */
function AssociationField({ use, draft, values, errorOf, set }: Typing & { readonly use: AnyUse }) {
  const { t } = useTranslation()
  const { key } = use
  const field = fieldOf(key)
  const { labelOf, columnsOf, addTextOf, lineNameOf } = associationTexts
  const [atStake] = linesAtStake(draft, key)
  return (
    <DeskFieldView
      id={`${associationFormId}-${key}`}
      field={field}
      label={labelOf(t, key)}
      hint={atStake && t('lines.goWithChoice', { name: labelOf(t, atStake) })}
      error={errorOf(key)}
      required={isRequired(use, values)}
      value={draft[key]}
      parentValue={parentValueIn(draft, field.parent)}
      removedLabel={t('lines.gone')}
      lines={
        field.columns && {
          columns: columnsOf(t, key),
          add: addTextOf(t, key),
          nameOf: (number) => lineNameOf(t, key, number),
          errorAt: (index, column) => errorOf(lineFieldId(key, index, column)),
        }
      }
      onChange={(value) => set(key, value)}
    />
  )
}
