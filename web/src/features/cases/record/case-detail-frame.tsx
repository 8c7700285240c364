import { type CaseDetail, paths } from '@portal/contract'
import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { basePath, siteHref } from '#lib/page/page-settings.ts'
import { RecordFrame, type RecordLoading } from '#record/record-frame.tsx'
import type { Elements } from '#ui/elements.tsx'
import { caseLists, casesOfRecord } from '../list/case-lists.ts'
import { CaseFacts, caseName } from './case-detail-head.tsx'

/** The list whose address shows this case. */
export function useListOfPage() {
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(basePath, '') })
  if (path === paths.myCaseDetailToo) return caseLists.mine
  if (path === casesOfRecord.detailPath) return casesOfRecord
  return Object.values(caseLists).find(({ detailPath }) => detailPath === path) ?? caseLists.all
}

interface Props {
  readonly title: string
  /** Undefined if the address names no case. */
  readonly loading: RecordLoading<CaseDetail> | undefined
  readonly aside?: Elements
  /** Address of the list page that the case was opened from. */
  readonly listHref?: string | undefined
  readonly children?: (record: CaseDetail) => Elements
}

/** The page of a case, current or historical. */
export function CaseFrame({ listHref, ...frame }: Props) {
  const { t } = useTranslation()
  const list = useListOfPage()
  // Without a trail the record is unknown, and the case leads to the list of all.
  const isOfRecord = list === casesOfRecord && listHref !== undefined
  return (
    <RecordFrame
      {...frame}
      list={{
        text: isOfRecord ? t('cases.record') : t(`cases.lists.${list.view}`),
        href: listHref ?? siteHref(list.path),
      }}
      texts={{ loading: t('caseDetail.loading'), notFound: t('cases.notFound'), toList: t('cases.toList') }}
      codeOf={({ code }) => code}
      name={frame.loading?.data && caseName(frame.loading.data.values)}
      renderFacts={(record) => <CaseFacts record={record} />}
    />
  )
}
