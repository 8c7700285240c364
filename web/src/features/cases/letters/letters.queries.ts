import {
  type ComplainantLetter,
  getComplainantLetterDocument,
  getComplainantLetters,
  type Language,
  listLetterTexts,
} from '@portal/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, callFile } from '#lib/api/call.ts'
import { saveDocument } from '#lib/files/save-document.ts'

/** The letters of a case, and the draft of the next one: in the language of the complainant, or another. */
export const lettersQuery = (id: number, language?: Language) =>
  queryOptions({
    queryKey: ['cases', 'letters', id, language],
    queryFn: ({ signal }) => call(getComplainantLetters, { params: { id }, query: { language } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { isHandled: true },
  })

export const letterTextsQuery = queryOptions({
  queryKey: ['letter-texts'],
  queryFn: ({ signal }) => call(listLetterTexts, {}, { signal }),
  meta: { isHandled: true },
})

/** Saves a letter of a case for print. */
export const saveLetterFile = (id: number, { id: letterId }: Pick<ComplainantLetter, 'id'>, name: string) =>
  saveDocument(name, (query) => callFile(getComplainantLetterDocument, { params: { id, letterId }, query }))
