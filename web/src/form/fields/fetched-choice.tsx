import { offeredItems, type ReferenceItem } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { withQueries } from '#lib/api/queries.tsx'
import { useList } from '../choices.ts'
import { ChoiceList } from './choice-list.tsx'
import type { FieldViewProps } from './field-view-props.ts'
import { ListFailed } from './list-failed.tsx'

/** A choice whose list is fetched; one that did not come can be asked for again. */
export const FetchedChoice = withQueries((props: FieldViewProps) => {
  const { t } = useTranslation()
  const list = useList(props.field, props.parentValue)
  const { items, hasFailed } = list
  return (
    <>
      <ChoiceList
        {...props}
        items={items.length > 0 ? withChosen(offeredItems(items, [props.value]), props) : undefined}
        absentLabel={hasFailed ? t('report.listFailed') : t('site.loading')}
      />
      {hasFailed && <ListFailed label={props.label} list={list} />}
    </>
  )
})

/** A choice that its list has no more stays in sight: what is shown as empty would be taken for it. */
const withChosen = (items: readonly ReferenceItem[], { value, removedLabel }: FieldViewProps) =>
  removedLabel !== undefined && typeof value === 'number' && items.length > 0 && !items.some(({ id }) => id === value)
    ? [...items, { id: value, label: removedLabel }]
    : items
