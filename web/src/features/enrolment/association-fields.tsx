import {
  type AssociationKey,
  type AssociationTab,
  associationFields,
  isDocumentKey,
  isRequired,
  isShown,
  type Use,
} from '@portal/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lineFieldId } from '#form/desk-field-props.ts'
import { DeskFieldView } from '#form/desk-field-view.tsx'
import { UploadField } from '#form/upload/upload-field.tsx'
import { aboutDocument, associationTexts, autoCompleteOf, fields, type GroupName, hintOf } from './association-texts.ts'
import { type AssociationFormSession, formId } from './use-association-form.ts'

interface Props {
  readonly tab: AssociationTab
  readonly session: AssociationFormSession
  /** Stands below a field. */
  readonly renderBelow?: ((key: AssociationKey) => ReactNode) | undefined
}

type FieldUse = Use<never> & { readonly key: AssociationKey }

/** The fields of a tab in their groups; the declaration may have fields beside them that nobody types. */
export function AssociationFields({ tab, session, renderBelow }: Props) {
  const { t } = useTranslation()
  const uses = (session.declaration.steps.find(({ id }) => id === tab)?.fields ?? []) as readonly FieldUse[]
  const shown = uses.filter((use) => use.key in associationFields && isShown(use, session.values as never))
  const groups = [...new Set(shown.map(({ group }) => group))]
  const draw = (group: string | undefined) =>
    shown
      .filter((use) => use.group === group)
      .map((use) => (
        <div key={use.key}>
          <AssociationField use={use} session={session} />
          {renderBelow?.(use.key)}
        </div>
      ))
  return groups.map((group) =>
    hasHeading(group, shown) ? (
      <section key={group} className="field-group" aria-labelledby={`group-${group}`}>
        <h3 id={`group-${group}`}>{t(`registerGroups.${group as GroupName}`)}</h3>
        {draw(group)}
      </section>
    ) : (
      <div key={group ?? ''}>{draw(group)}</div>
    ),
  )
}

/** A group of one field would say its name twice. */
const hasHeading = (group: string | undefined, uses: readonly FieldUse[]) =>
  group !== undefined && uses.filter((use) => use.group === group).length > 1

function AssociationField({ use, session }: { readonly use: FieldUse; readonly session: AssociationFormSession }) {
  const { t } = useTranslation()
  const { key } = use
  const { draft, queues, errorOf, set } = session
  const field = fields[key]
  const document = isDocumentKey(key) ? { queue: queues[key], about: aboutDocument(t, key) } : undefined
  return (
    <DeskFieldView
      id={`${formId}-${key}`}
      field={field}
      label={associationTexts.labelOf(t, key)}
      hint={hintOf(t, key)}
      error={errorOf(key)}
      required={isRequired(use, session.values as never)}
      value={draft[key]}
      parentValue={field.parent ? (draft[field.parent as AssociationKey] as number | undefined) : undefined}
      autoComplete={autoCompleteOf[key] ?? 'off'}
      lines={
        field.columns && {
          columns: associationTexts.columnsOf(t, key),
          add: associationTexts.addTextOf(t, key),
          nameOf: (number) => associationTexts.lineNameOf(t, key, number),
          errorAt: (index, column) => errorOf(lineFieldId(key, index, column)),
        }
      }
      renderFiles={(texts) => document && <UploadField {...texts} {...document} />}
      onChange={(value) => set(key, value)}
    />
  )
}
