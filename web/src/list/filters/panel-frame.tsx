import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Alert } from '#ui/feedback/alert.tsx'
import { Badge } from '#ui/status-chip.tsx'
import type { useNarrowing } from '../use-narrowing.ts'
import { FilterChips } from './filter-chips.tsx'
import type { LabelledFilters } from './filter-field.tsx'
import { FilterPanel, type PanelOf, usePanelFold } from './filter-panel.tsx'

const panelId = 'filter-panel'

interface Props {
  readonly page: LabelledFilters & PanelOf
  readonly narrowing: Pick<ReturnType<typeof useNarrowing>, 'form' | 'filterCount' | 'narrowFromList'>
  readonly filters: object
  /** The head of the page, around the button that opens the filters. */
  readonly head: (toggle: ReactNode) => ReactNode
  /** Between the head and the panel. */
  readonly intro?: ReactNode
  /** After the chips. */
  readonly chipActions?: ReactNode
  /** What the filters narrow; the panel may take the room of some columns. */
  readonly children: (isNarrow: boolean) => ReactNode
}

/** A page whose filters stand in a panel at its side, with chips that say which of them hold. */
export function PanelFrame({ page, narrowing, filters, head, intro, chipActions, children }: Props) {
  const { t } = useTranslation()
  const { form, filterCount, narrowFromList } = narrowing
  const fold = usePanelFold(page)
  const isOpen = fold.isOpen || form.errors.length > 0
  const handleSubmit = () => {
    if (form.submit()) fold.closeWhereInTheWay()
  }
  return (
    <>
      {head(
        <Button
          variant="secondary"
          icon="it-funnel"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={fold.toggle}
        >
          {t('list.filters.title')}
          {filterCount > 0 && (
            <Badge kind="accent" hiddenText={t('list.filters.inUse', { count: filterCount })}>
              {filterCount}
            </Badge>
          )}
        </Button>,
      )}
      {intro}
      <div className={classNames('list-body', isOpen && 'list-with-panel')}>
        {isOpen && <FilterPanel id={panelId} list={page} form={form} onSubmit={handleSubmit} />}
        <div className="list-rows">
          <FilterChips list={page} filters={filters} onNarrow={narrowFromList}>
            {chipActions}
          </FilterChips>
          {children(isOpen && !fold.leavesRoom)}
        </div>
      </div>
    </>
  )
}

interface ForgottenProps {
  readonly isForgotten: boolean
  readonly text: string | undefined
}

/** The address names words that this tab does not remember any more. */
export const ForgottenWords = ({ isForgotten, text }: ForgottenProps) =>
  isForgotten && <Alert kind="info">{text}</Alert>
