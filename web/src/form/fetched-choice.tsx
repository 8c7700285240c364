import type { ReferenceItem } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { withQueries } from '#lib/api/queries.tsx'
import { Button } from '#ui/button.tsx'
import { ChoiceList } from './choice-list.tsx'
import { useList } from './choices.ts'
import type { FieldViewProps } from './field-view-props.ts'

/** A choice whose list is fetched; one that did not come can be asked for again. */
export const FetchedChoice = withQueries((props: FieldViewProps) => {
  const { t } = useTranslation()
  const { items, hasFailed, isLoading, reload } = useList(props.field, props.parentValue)
  return (
    <>
      <ChoiceList
        {...props}
        items={items.length > 0 ? withChosen(items, props) : undefined}
        absentLabel={hasFailed ? t('report.listFailed') : t('site.loading')}
      />
      {hasFailed && (
        <div className="list-failed cluster">
          <span>{t('report.listFailed')}</span>
          <Button variant="quiet" size="sm" pending={isLoading} pendingText={t('site.loading')} onClick={reload}>
            {t('report.listRetry')}
            <span className="visually-hidden">: {props.label}</span>
          </Button>
        </div>
      )}
    </>
  )
})

/** A choice that its list has no more stays in sight: what is shown as empty would be taken for it. */
const withChosen = (items: readonly ReferenceItem[], { value, removedLabel }: FieldViewProps) =>
  removedLabel !== undefined && typeof value === 'number' && items.length > 0 && !items.some(({ id }) => id === value)
    ? [...items, { id: value, label: removedLabel }]
    : items
