import type { Use } from '@portal/contract'
import type { TFunction } from 'i18next'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { FieldTexts } from './field-text.tsx'
import { type FormDisplay, type KeyOf, sectionsOf, shownUses } from './form-display.ts'

/** Where the fields of a step are changed: on a page, or by what a press does. */
type Change = { readonly href: string } | { readonly onClick: () => void }

interface Chosen<V extends object> {
  readonly display: FormDisplay<KeyOf<V>>
  /** All steps without it. */
  readonly stepIds?: readonly string[]
  /** Decides which fields are shown. */
  readonly values: V
  /** Whether each group of fields has a card, or each step. */
  readonly by?: 'group' | 'step'
}

interface Props<V extends object> extends Chosen<V>, Pick<ComponentProps<typeof FieldTexts>, 'hidesEmpty' | 'empty'> {
  readonly level?: ComponentProps<typeof Panel>['level']
  /** Leads to where a step is changed; for cards by step. */
  readonly changeOf?: (stepId: string) => Change
  /** The values to show, if other than `values`: those of the record, or the raw draft, valid or not. */
  readonly shown?: object
  /** The fields that the user edits; the others are text. */
  readonly isWritable?: (name: KeyOf<V>) => boolean
  readonly renderField?: (use: Use<V>) => Elements
  /** What stands above the fields of a group. */
  readonly renderNote?: ((group: string | undefined) => Elements) | undefined
}

/** Steps of a form as cards, read-only or with the controls of the fields that the user edits. */
export function FormSections<V extends object>(props: Props<V>) {
  const { display, values, shown = values, level, hidesEmpty, empty } = props
  const { changeOf, isWritable = () => false, renderField, renderNote } = props
  const { t } = useTranslation()
  return cardsOf(t, props).map(({ id, title, uses }) => {
    const written = uses.filter(({ key }) => isWritable(key))
    const read = uses.filter((use) => !written.includes(use)).map(({ key }) => key)
    const change = id !== undefined && changeOf?.(id)
    return (
      <Panel key={id} title={title} level={level} actions={change && <ChangeControl title={title} change={change} />}>
        {renderNote?.(id)}
        {read.length > 0 && (
          <FieldTexts names={read} values={shown} display={display} hidesEmpty={hidesEmpty} empty={empty} />
        )}
        {written.length > 0 && <div className="case-fields">{written.map((use) => renderField?.(use))}</div>}
      </Panel>
    )
  })
}

function cardsOf<V extends object>(t: TFunction, { display, values, stepIds, by }: Chosen<V>) {
  const { form, headingOf, stepTitleOf } = display
  if (by !== 'step')
    return sectionsOf<V>(form, values, stepIds).map(({ group, uses }) => ({
      id: group,
      title: headingOf(t, group),
      uses,
    }))
  return form.steps
    .filter(({ id }) => stepIds?.includes(id) ?? true)
    .map(({ id }) => ({ id, title: stepTitleOf?.(t, id) ?? id, uses: shownUses<V>(form, values, [id]) }))
}

function ChangeControl({ title, change }: { readonly title: string; readonly change: Change }) {
  const { t } = useTranslation()
  const text = (
    <>
      <span>{t('report.edit')}</span>
      <span className="visually-hidden">{`: ${title}`}</span>
    </>
  )
  if ('href' in change)
    return (
      <NavLink href={change.href} className="no-print">
        {text}
      </NavLink>
    )
  return (
    <Button variant="quiet" size="sm" onClick={change.onClick}>
      {text}
    </Button>
  )
}
