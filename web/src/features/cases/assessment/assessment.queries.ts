import {
  type AssessmentActionWord,
  type AssessmentInput,
  type AssessmentParts,
  actOnAssessment,
  getAssessment,
  getAssessmentDocument,
  getAssessmentWordFile,
} from '@portal/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callFile } from '#lib/api/call.ts'
import { saveDocument } from '#lib/files/save-document.ts'
import { saveFile } from '#lib/files/save-file.ts'
import { useCaseRefresh } from '../actions/case-commands.queries.ts'

export const assessmentQuery = (id: number) =>
  queryOptions({
    queryKey: ['cases', 'assessment', id],
    queryFn: ({ signal }) => call(getAssessment, { params: { id } }, { signal }),
    meta: { isHandled: true },
  })

interface Act extends AssessmentInput {
  readonly action: AssessmentActionWord
  readonly version: number
  readonly parts?: AssessmentParts
}

/** Performs an action on the assessment of a case; `onDone` comes after the new state is shown. */
export function useAssessmentAct(id: number, onDone?: (action: AssessmentActionWord) => void) {
  const queryClient = useQueryClient()
  const refresh = useCaseRefresh()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: (body: Act) => call(actOnAssessment, { params: { id }, body }),
    onSuccess: (changed, { action }) => {
      queryClient.setQueryData(assessmentQuery(id).queryKey, changed)
      void refresh(id)
      onDone?.(action)
    },
  })
}

export const savePdf = (id: number, name: string) =>
  saveDocument(name, (query) => callFile(getAssessmentDocument, { params: { id }, query }))

export const saveWord = async (id: number, name: string) =>
  saveFile(`${name}.docx`, await callFile(getAssessmentWordFile, { params: { id } }))
