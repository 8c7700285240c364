import {
  getComplainantLetterDocument,
  getComplainantLetters,
  listLetterTexts,
  saveLetterText,
  sendComplainantLetter,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { type LetterNeeds, letterFile, readLetters, sendLetter } from './complainant-letters.service.ts'
import { letterTexts, saveText } from './letter-texts.service.ts'

export function serveComplainantLetters(serve: Serve, { letterNeeds: needs }: { readonly letterNeeds: LetterNeeds }) {
  serve(getComplainantLetters, ({ params, query }, caller) => readLetters(needs, { ...params, ...query }, caller))
  serve(sendComplainantLetter, ({ params, body }, caller) => sendLetter(needs, { id: params.id, letter: body }, caller))
  serve(getComplainantLetterDocument, ({ params, query }, caller) => letterFile(needs, { ...params, ...query }, caller))
  serve(listLetterTexts, () => letterTexts(needs.caseNeeds.db))
  serve(saveLetterText, ({ body }, caller) => saveText(needs.caseNeeds, body, caller))
}
