import { type AssociationDetail, type AssociationTab, associationForm, associationTabs } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { KeptTab, type RecordTabsProps, tabErrors } from '#record/record-tabs.tsx'
import type { Elements } from '#ui/elements.tsx'
import { type Tab, Tabs } from '#ui/layout/tabs.tsx'
import { AssociationHistory } from '../history/association-history.tsx'
import { AssociationLetters } from '../history/association-letters.tsx'
import { AssociationDocuments } from './association-documents.tsx'
import { AssociationSummary } from './association-summary.tsx'
import type { AssociationTabId } from './association-tab-words.ts'
import { uncheckedDocuments } from './document-checks.ts'

/** The tabs with fields that the office edits. */
export const isFieldTab = (tab: AssociationTabId): tab is AssociationTab =>
  tab !== 'documents' && associationTabs.some((one) => one === tab)

interface Props extends RecordTabsProps<AssociationDetail, AssociationTabId, AssociationTab> {
  /** Above the content of every tab: the tabs stay where they are looked for. */
  readonly notes: Elements
}

/** The six tabs of the form, the history and the letters. */
export function AssociationTabs({ record, current, onChange, notes, invalidPlaces, renderFields }: Props) {
  const { t } = useTranslation()
  return (
    <Tabs
      label={t('register.detail.tabs')}
      current={current}
      onChange={onChange}
      tabs={tabsOf(t, record, invalidPlaces)}
    >
      <div className="stack">
        {notes}
        <TabColumns summary={current === 'documents' ? undefined : <AssociationSummary record={record} />}>
          {isFieldTab(current) && renderFields(current)}
          <KeptTab isShown={current === 'documents'}>
            <AssociationDocuments record={record} />
          </KeptTab>
          {current === 'history' && <AssociationHistory associationId={record.id} />}
          {current === 'letters' && <AssociationLetters associationId={record.id} />}
        </TabColumns>
      </div>
    </Tabs>
  )
}

interface ColumnsProps {
  /** Undefined where the content takes the whole width. */
  readonly summary: Elements
  readonly children: Elements
}

/** The content of a tab, beside the facts of the procedure. */
export function TabColumns({ summary, children }: ColumnsProps) {
  return (
    <div className={summary ? 'case-columns' : undefined}>
      <div className="stack">{children}</div>
      {summary}
    </div>
  )
}

function tabsOf(t: TFunction, record: AssociationDetail, invalidPlaces: readonly string[]): Tab<AssociationTabId>[] {
  const errorsIn = tabErrors(associationForm, invalidPlaces, (count) => t('register.detail.faults', { count }))
  const open = uncheckedDocuments(record).length
  return [
    ...associationTabs.map((id) => ({
      id,
      label: t(`registerTabs.${id}`),
      errors: errorsIn(id),
      ...(id === 'documents' &&
        open > 0 && {
          count: open,
          countWord: t('register.detail.openPoints', { count: open }),
          shortcut: shortcut('verify'),
        }),
    })),
    { id: 'history' as const, label: t('register.tabs.history') },
    { id: 'letters' as const, label: t('register.tabs.letters') },
  ]
}
