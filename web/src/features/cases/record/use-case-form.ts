import { type CaseDetail, type CaseDraft, type CaseValues, caseForm, saveCase } from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { today } from '#lib/i18n/format.tsx'
import { useRecordForm } from '#record/use-record-form.ts'
import { useCaseRefresh } from '../actions/case-commands.queries.ts'
import { caseQuery } from '../cases.queries.ts'
import { readCase, savedOnWire } from './case-draft.ts'
import { editedCase, lockedCase } from './case-edits.ts'

/** The edit session of a case. `reveal` opens the tab of a place of the form. */
export function useCaseForm(record: CaseDetail, reveal: (place: string) => void) {
  const { id } = record
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const refresh = useCaseRefresh()
  return useRecordForm<CaseDraft, CaseDetail, CaseValues>({
    record,
    reveal,
    edited: editedCase,
    locked: useMemo(() => lockedCase(id), [id]),
    fetch: () => queryClient.fetchQuery({ ...caseQuery(id), staleTime: 0 }),
    read: (draft) => readCase(draft, caseForm, today()),
    save: (values, version) => call(saveCase, { wire: savedOnWire(values, id, version) }),
    refresh: (newer) => refresh(id, newer),
    texts: { saved: t('caseDetail.saved'), found: t('caseDetail.foundSaved') },
  })
}
export type CaseFormOf = ReturnType<typeof useCaseForm>
