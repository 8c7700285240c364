import type { CaseDraft, CaseKey, CaseRow, PersonRow } from '@portal/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameOf, recordQuery } from '#features/registry/index.ts'
import { notify } from '#lib/page/notices.ts'
import { caseQuery } from '../cases.queries.ts'
import type { EntryDraft } from './case-new-form.ts'
import { sourceOf } from './same-person.queries.ts'
import { reporterFrom, reporterOf, takenInto } from './take-over.ts'

export interface Used {
  readonly name: string
  /** As `sourceOf` names it. */
  readonly source: string
  /** What the fields said before. */
  readonly before: EntryDraft
}

interface Needs {
  /** The newest draft: the user may type on while the record is read. */
  readonly latest: () => EntryDraft
  readonly change: (part: EntryDraft) => void
}

/** Takes the data of a known person over into the new case, and back. */
export function useTakeOver({ latest, change }: Needs) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [used, setUsed] = useState<Used>()
  const reading = useMutation({
    meta: { isHandled: true },
    mutationFn: ({ read }: Pick<Used, 'name' | 'source'> & { readonly read: () => Promise<EntryDraft> }) => read(),
    onSuccess: (reporter, { name, source }) => {
      const draft: CaseDraft = latest()
      const taken = takenInto(draft, reporter)
      const keys = Object.keys(taken) as CaseKey[]
      setUsed({ name, source, before: Object.fromEntries(keys.map((key) => [key, draft[key]])) })
      change(taken)
    },
    onError: () => notify({ kind: 'error', body: t('caseNew.same.failed') }),
  })
  return {
    used,
    person: (row: PersonRow) =>
      reading.mutate({
        name: nameOf(row),
        source: sourceOf('person', row.id),
        read: async () => {
          const { values } = await queryClient.fetchQuery(recordQuery('person', row.id))
          return reporterFrom(row.id, values)
        },
      }),
    reporter: ({ id, code, reporter }: CaseRow) =>
      reading.mutate({
        name: reporter ? `${reporter} (${code})` : code,
        source: sourceOf('case', id),
        read: async () => reporterOf((await queryClient.fetchQuery(caseQuery(id))).values),
      }),
    undo: () => {
      if (used) change(used.before)
      setUsed(undefined)
    },
  }
}
export type TakeOver = ReturnType<typeof useTakeOver>
