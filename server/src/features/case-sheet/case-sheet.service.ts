import type { CaseDetail, CaseDocument, CaseEvent, CaseMessage, Office, SheetPart } from '@portal/contract'
import { type CaseFiles, readMessages } from '#features/case-messages/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { FileReply } from '#platform/http/serve.ts'
import { type PdfFile, userShare } from '#platform/pdf/pdf-file.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { ListItems } from '#platform/sheet/field-words.ts'
import { caseSheet, type Sheet } from './write-sheet.ts'

interface Options {
  readonly db: Db
  readonly vault: Vault
  readonly clock: Clock
  readonly office: Office
  readonly attachments: CaseFiles
  /** The case, for a user who may read it; throws 404 or 403 otherwise. */
  readonly cases: {
    read(id: number, caller: Caller): Promise<CaseDetail>
  }
  readonly work: {
    documentsOf(id: number, caller: Caller): Promise<{ documents: readonly CaseDocument[] }>
    allEvents(id: number): Promise<readonly CaseEvent[]>
  }
  readonly listItems: ListItems
  readonly pdfFile: PdfFile
}

export type CaseSheets = ReturnType<typeof createCaseSheets>

/** Cases as PDF documents (specification 2 §2, 'Download'). */
export function createCaseSheets(options: Options) {
  const { cases, work, office, clock, listItems } = options

  async function allMessages(caseId: number): Promise<readonly CaseMessage[]> {
    const all: CaseMessage[] = []
    let page = await readMessages(options, caseId)
    all.unshift(...page.messages)
    while (page.hasEarlier) {
      page = await readMessages(options, caseId, all[0]?.id)
      all.unshift(...page.messages)
    }
    return all
  }

  async function read(id: number, caller: Caller): Promise<Omit<Sheet, 'chosenParts'>> {
    const record = await cases.read(id, caller)
    const { documents } = await work.documentsOf(id, caller)
    const [messages, events, types] = [
      await allMessages(id),
      await work.allEvents(id),
      await listItems('attachment_type'),
    ]
    const typeOf = (typeId: number | undefined) => types.find((type) => type.id === typeId)?.label
    return {
      ...{ record, messages, events, listItems, madeAt: clock.now(), officeName: office.name },
      documents: documents.map((document) => ({ ...document, type: typeOf(document.typeId) })),
    }
  }

  const draw = async (name: string, sheet: Sheet, { user }: Caller): Promise<FileReply> =>
    options.pdfFile(name, await caseSheet(sheet), userShare(user.id))

  return {
    /** The whole case, named by its id (specification 2 §7). */
    whole: async (id: number, caller: Caller): Promise<FileReply> =>
      draw(`${id}.pdf`, { ...(await read(id, caller)), chosenParts: [] }, caller),

    /** The case for another authority, without the chosen parts. */
    async redacted(id: number, chosenParts: readonly SheetPart[], caller: Caller): Promise<FileReply> {
      const sheet = await read(id, caller)
      caller.audit.record('case', [id], chosenParts)
      return draw(`${id}-omissis.pdf`, { ...sheet, chosenParts }, caller)
    },
  }
}
