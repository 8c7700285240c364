import type { CaseDetail } from '@portal/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSections } from '#form/read-only/form-sections.tsx'
import { siteHref } from '#lib/page/page-settings.ts'
import { PastNote } from '#record/past-note.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'
import { caseAtQuery, caseEventsQuery } from '../actions/case-commands.queries.ts'
import { CaseFrame, useListOfPage } from '../record/case-detail-frame.tsx'
import { CaseSummary } from '../record/case-detail-summary.tsx'
import { fieldTabs } from '../record/case-detail-tabs.tsx'
import { caseDisplay, stepsOfTab } from '../record/case-display.tsx'

interface Props {
  readonly caseId: number
  readonly eventId: number
}

/** 'Dettaglio storico richiesta': the state of a case after an entry of its history (view 8), read-only. */
export function CaseAtPage({ caseId, eventId }: Props) {
  const { t } = useTranslation()
  return (
    <CaseFrame title={t('caseHistory.historyTitle')} loading={useQuery(caseAtQuery(caseId, eventId))}>
      {(shown) => <CaseThen caseId={caseId} eventId={eventId} record={shown} />}
    </CaseFrame>
  )
}

function CaseThen({ caseId, eventId, record }: Props & { readonly record: CaseDetail }) {
  const { t } = useTranslation()
  const [tab, setTab] = useState<(typeof fieldTabs)[number]>('facts')
  const { detailPath } = useListOfPage()
  return (
    <>
      <PastNote
        eventId={eventId}
        history={useInfiniteQuery(caseEventsQuery(caseId))}
        titleOf={({ kind }) => t(`caseEventKinds.${kind}`)}
        text={t('caseHistory.banner')}
        back={{ text: t('caseHistory.back'), href: siteHref(detailPath, { id: caseId }) }}
      />
      <div className="case-columns">
        <div>
          <Tabs
            label={t('caseDetail.tabs.label')}
            current={tab}
            onChange={setTab}
            tabs={fieldTabs.map((id) => ({ id, label: t(`caseTabs.${id}`) }))}
          >
            <div className="stack">
              <FormSections display={caseDisplay} stepIds={stepsOfTab(tab)} values={record.values} />
            </div>
          </Tabs>
        </div>
        <CaseSummary record={record} />
      </div>
    </>
  )
}
