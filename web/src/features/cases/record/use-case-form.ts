import { type CaseDetail, type CaseDraft, type CaseKey, caseForm, saveCase, usesOf } from '@portal/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditSession } from '#form/edit/use-edit-session.ts'
import { call } from '#lib/api/call.ts'
import { today } from '#lib/i18n/format.tsx'
import { notify } from '#lib/page/notices.ts'
import { useCaseRefresh } from '../actions/case-commands.queries.ts'
import { caseQuery } from '../cases.queries.ts'
import { draftOf, readCase, savedOnWire, withValue } from './case-draft.ts'
import { caseEdits, lockedCase } from './case-edits.ts'
import { caseErrors, caseFormId, labelOfPlace, placeAt } from './case-field-texts.ts'

const read = (draft: CaseDraft) => readCase(draft, caseForm, today())
const fields = Object.fromEntries(usesOf(caseForm).map(({ key }) => [key, caseForm.fields[key].wire]))

/** The edit session of a case. `reveal` opens the tab of a place of the form. */
export function useCaseForm(record: CaseDetail, reveal: (place: string) => void) {
  const { id } = record
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const refresh = useCaseRefresh()
  const locked = useMemo(() => lockedCase(id), [id])
  const session = useEditSession<CaseDraft, CaseDetail>({
    ...{ id: caseFormId, fields, reveal, record, locked, edits: caseEdits },
    draftName: `case.${id}`,
    keyAt: (path) => placeAt(path),
    labelOf: (place) => labelOfPlace(t, place),
    check: (draft) => caseErrors(t, read(draft).fieldErrors),
    normalize: (draft) => draftOf(read(draft).values),
    read: () => queryClient.fetchQuery({ ...caseQuery(id), staleTime: 0 }),
    save: ({ draft, version }) => call(saveCase, { wire: savedOnWire(read(draft).values, id, version) }),
    onSaved: (isFoundSaved) =>
      notify({ kind: 'success', body: t(isFoundSaved ? 'caseDetail.foundSaved' : 'caseDetail.saved') }),
    onChanged: (newer) => void refresh(id, newer),
  })
  return { ...session, set: (key: CaseKey, value: unknown) => session.change(withValue({}, key, value)) }
}
export type CaseFormOf = ReturnType<typeof useCaseForm>
