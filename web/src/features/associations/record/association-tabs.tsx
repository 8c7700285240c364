import {
  type AssociationDetail,
  type AssociationKey,
  type AssociationTab,
  associationForm,
  associationTabs,
  stepStates,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldOfPlace } from '#form/form-texts.ts'
import { type Tab, Tabs } from '#ui/layout/tabs.tsx'
import { AssociationHistory } from '../history/association-history.tsx'
import { AssociationLetters } from '../history/association-letters.tsx'
import { AssociationDocuments } from './association-documents.tsx'
import { AssociationSummary } from './association-summary.tsx'
import { uncheckedDocuments } from './document-checks.ts'

export type AssociationTabId = AssociationTab | 'history' | 'letters'

/** The name of each tab in the address. */
export const tabWords = {
  identity: 'anagrafica',
  representative: 'rappresentante',
  activity: 'attivita',
  documents: 'documenti',
  contacts: 'referenti',
  notes: 'note',
  history: 'storico',
  letters: 'lettere',
} as const satisfies Record<AssociationTabId, string>

/** The tabs with fields that the office edits. */
export const isFieldTab = (tab: AssociationTabId): tab is AssociationTab =>
  tab !== 'documents' && associationTabs.some((one) => one === tab)

interface Props {
  readonly record: AssociationDetail
  readonly current: AssociationTabId
  readonly onChange: (tab: AssociationTabId) => void
  /** The places of the form with an error. */
  readonly invalidPlaces: readonly string[]
  /** A tab of fields, read-only or as a form. */
  readonly renderFields: (tab: AssociationTab) => ReactNode
}

/** The six tabs of the form, the history and the letters. */
export function AssociationTabs({ record, current, onChange, invalidPlaces, renderFields }: Props) {
  const { t } = useTranslation()
  // Chosen files of the correspondence stay while another tab is shown.
  const [hasDocuments, setHasDocuments] = useState(current === 'documents')
  if (current === 'documents' && !hasDocuments) setHasDocuments(true)
  return (
    <Tabs
      label={t('register.detail.tabs')}
      current={current}
      onChange={onChange}
      tabs={tabsOf(t, record, invalidPlaces)}
    >
      <TabColumns summary={current === 'documents' ? undefined : <AssociationSummary record={record} />}>
        {isFieldTab(current) && renderFields(current)}
        {hasDocuments && (
          <div hidden={current !== 'documents'}>
            <AssociationDocuments record={record} />
          </div>
        )}
        {current === 'history' && <AssociationHistory associationId={record.id} />}
        {current === 'letters' && <AssociationLetters associationId={record.id} />}
      </TabColumns>
    </Tabs>
  )
}

interface ColumnsProps {
  /** Undefined where the content takes the whole width. */
  readonly summary: ReactNode
  readonly children: ReactNode
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
  const states = stepStates(
    associationForm,
    invalidPlaces.map((place) => ({ key: fieldOfPlace<AssociationKey>(place) })),
  )
  const errorsIn = (tab: AssociationTab) => {
    const count = states.find(({ id }) => id === tab)?.errors.length ?? 0
    return count > 0 ? { count, word: t('register.detail.faults', { count }) } : undefined
  }
  const open = uncheckedDocuments(record).length
  return [
    ...associationTabs.map((id) => ({
      id,
      label: t(`registerTabs.${id}`),
      errors: errorsIn(id),
      ...(id === 'documents' &&
        open > 0 && { count: open, countWord: t('register.detail.openPoints', { count: open }) }),
    })),
    { id: 'history' as const, label: t('register.tabs.history') },
    { id: 'letters' as const, label: t('register.tabs.letters') },
  ]
}
