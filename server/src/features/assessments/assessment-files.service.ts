import { Readable } from 'node:stream'
import { type DocumentFormat, getAssessmentWordFile, type Office, officeText } from '@portal/contract'
import { permissionsFor } from '#features/cases/index.ts'
import type { FileReply } from '#platform/http/serve.ts'
import { type DocumentFile, userShare } from '#platform/pdf/document-file.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { WordDocument } from '#platform/word/word-document.ts'
import { assessmentPdf, assessmentWord } from './assessment-document.ts'
import { type AssessmentNeeds, readAssessment } from './assessments.service.ts'

export interface DocumentNeeds {
  readonly office: Office
  readonly documentFile: DocumentFile
  /** Writes a document for a word processor in another process. */
  readonly writeWord: (document: WordDocument, client: string) => Promise<Uint8Array>
}
type Needs = AssessmentNeeds & DocumentNeeds

async function read(needs: Needs, id: number, caller: Caller) {
  const { caseNeeds, office } = needs
  const assessment = await readAssessment(needs, id, caller)
  const { code } = await permissionsFor(caseNeeds, id, caller.user)
  return { assessment, code, officeName: officeText(office, 'name', 'it').text, madeAt: caseNeeds.clock.now() }
}

/** The assessment of a case for print. */
export async function pdfOf(
  needs: Needs,
  { id, format }: { readonly id: number; readonly format?: DocumentFormat | undefined },
  caller: Caller,
): Promise<FileReply> {
  const written = await read(needs, id, caller)
  const client = userShare(caller.user.id)
  return needs.documentFile({ name: `parere-${written.code}`, document: assessmentPdf(written), client, format })
}

/** The assessment of a case to edit. */
export async function wordOf(needs: Needs, id: number, caller: Caller): Promise<FileReply> {
  const written = await read(needs, id, caller)
  const bytes = await needs.writeWord(assessmentWord(written), userShare(caller.user.id))
  return {
    name: `parere-${written.code}.docx`,
    mediaType: getAssessmentWordFile.file,
    stream: Readable.from([Buffer.from(bytes)]),
  }
}
