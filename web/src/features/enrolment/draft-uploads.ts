import { documentKeys } from '@portal/contract'
import type { AcceptedFile } from '#form/upload/upload-rules.ts'
import type { FormDraft } from './association-draft.ts'

/** The files that were uploaded for this draft and that nothing has claimed. */
export const uploadsIn = (draft: FormDraft): string[] =>
  documentKeys.flatMap((key) =>
    ((draft[key] ?? []) as readonly AcceptedFile[]).flatMap(({ id, isStored }) => (isStored ? [] : [id])),
  )
