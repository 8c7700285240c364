import { type CaseDetail, type CaseTab, can, caseForm, stepOf } from '@portal/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { RecordTimeline } from '#features/audit/index.ts'
import { fieldOfPlace } from '#form/form-texts.ts'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { useTabInAddress, useTabWordOf } from '#lib/backoffice/tab-in-address.ts'
import { useUser } from '#lib/session/current-user.ts'
import { KeptTab, type RecordTabsProps, tabErrors } from '#record/record-tabs.tsx'
import type { Elements } from '#ui/elements.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { type Tab, Tabs } from '#ui/layout/tabs.tsx'
import { CaseAssessment } from '../assessment/case-assessment.tsx'
import { CaseDocuments } from '../documents/case-detail-documents.tsx'
import { CaseHistory } from '../history/case-history.tsx'
import { CaseCorrespondence } from '../messages/correspondence.tsx'
import { CaseInAssignment, isInAssignment } from './case-in-assignment.tsx'

export const fieldTabs = ['facts', 'people', 'classification', 'handling'] as const satisfies readonly CaseTab[]
export type CaseTabId =
  | (typeof fieldTabs)[number]
  | 'toAssign'
  | 'documents'
  | 'messages'
  | 'assessment'
  | 'history'
  | 'seen'

/** The tab of a place of the form. */
export const tabOf = (place: string): CaseTab | undefined =>
  fieldTabs.find((tab) => tab === stepOf(caseForm, fieldOfPlace(place)))

export const isFieldTab = (tab: CaseTabId): tab is CaseTab => fieldTabs.some((one) => one === tab)

interface Props extends RecordTabsProps<CaseDetail, CaseTabId, CaseTab> {
  /** Above the content of every tab: the tabs stay where they are looked for. */
  readonly notes: Elements
}

/** All tabs of a case; with permission for the audit log, also who opened or changed it. */
export function CaseTabs({ record, current, onChange, invalidPlaces, notes, renderFields }: Props) {
  const { t } = useTranslation()
  const { selectedRole } = useUser()
  const tabs = tabsOf(t, record, invalidPlaces, can('auditLog', selectedRole))
  return (
    <Tabs label={t('caseDetail.tabs.label')} current={current} onChange={onChange} tabs={tabs}>
      <div className="stack">
        {notes}
        {isFieldTab(current) && renderFields(current)}
        {current === 'toAssign' && <CaseInAssignment record={record} />}
        <KeptTab isShown={current === 'documents'}>
          <CaseDocuments caseId={record.id} isShown={current === 'documents'} />
        </KeptTab>
        <KeptTab isShown={current === 'messages'}>
          <CaseCorrespondence caseId={record.id} isShown={current === 'messages'} />
        </KeptTab>
        <KeptTab isShown={current === 'assessment'}>
          <CaseAssessment record={record} />
        </KeptTab>
        {current === 'history' && <CaseHistory caseId={record.id} />}
        {current === 'seen' && (
          <Panel title={t('caseDetail.tabs.seen')}>
            <RecordTimeline recordKind="case" recordId={record.id} />
          </Panel>
        )}
      </div>
    </Tabs>
  )
}

/** A count of zero is not shown. */
const some = (count: number) => (count > 0 ? count : undefined)

function tabsOf(t: TFunction, record: CaseDetail, invalidPlaces: readonly string[], seesReaders: boolean) {
  const errorsIn = tabErrors(caseForm, invalidPlaces, (count) => t('caseDetail.faults', { count }))
  return [
    ...fieldTabs.map((id) => ({ id, label: t(`caseTabs.${id}`), errors: errorsIn(id) })),
    ...(isInAssignment(record) ? [{ id: 'toAssign', label: t('caseTabs.toAssign') } as const] : []),
    { id: 'documents', label: t('caseTabs.documents') },
    { id: 'messages', label: t('cases.messages.tab'), count: some(record.unread), shortcut: shortcut('reply') },
    { id: 'assessment', label: t('caseTabs.assessment') },
    { id: 'history', label: t('caseTabs.history') },
    ...(seesReaders ? [{ id: 'seen', label: t('caseDetail.tabs.seen') } as const] : []),
  ] satisfies Tab<CaseTabId>[]
}

/** The name of each tab in the address. */
const tabWords = {
  facts: 'fatto',
  people: 'persone',
  classification: 'classificazione',
  handling: 'azioni',
  toAssign: 'attribuzione',
  documents: 'documenti',
  messages: 'messaggi',
  assessment: 'parere',
  history: 'storico',
  seen: 'visto',
} as const satisfies Record<CaseTabId, string>

/** The name of the current tab, for links to other cases; undefined for the first tab. */
export const useTabWord = () => useTabWordOf<CaseTabId>(tabWords)

export const useCaseTab = (mayShow: (tab: CaseTabId) => boolean) => useTabInAddress<CaseTabId>(tabWords, mayShow)
