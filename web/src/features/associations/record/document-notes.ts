import type { DocumentKey } from '@portal/contract'
import { useEffect, useState } from 'react'
import { useDraftPlace } from '#form/stored-draft.ts'

/** What is wrong with documents, by document; empty where the office wrote nothing beside. */
export type DocumentNotes = Partial<Record<DocumentKey, string>>

const useNotesPlace = (associationId: number) => useDraftPlace<DocumentNotes>(`association.${associationId}.notes`)

/** The documents that the user judged as not compliant, for the request for documents; they stay in the tab until it is sent. */
export function useNotesForRequest(associationId: number) {
  const place = useNotesPlace(associationId)
  return { notes: place.find()?.work ?? {}, forget: () => place.store(undefined) }
}

/** The same, to be written beside the documents; an action on the association, which raises its version, may have used them. */
export function useDocumentNotes({ id, version }: { readonly id: number; readonly version: number }) {
  const place = useNotesPlace(id)
  const [notes, setNotes] = useState<DocumentNotes>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again at each version
  useEffect(() => setNotes(place.find()?.work ?? {}), [place, version])
  const write = (key: DocumentKey, note: string | undefined) => {
    const { [key]: _, ...others } = notes
    const next = note === undefined ? others : { ...others, [key]: note }
    setNotes(next)
    place.store(Object.keys(next).length > 0 ? next : undefined)
  }
  return { notes, write }
}
