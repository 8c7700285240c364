import type {
  CaseDetail,
  CaseDocument,
  CaseEvent,
  CaseMessage,
  DocumentFormat,
  Office,
  SheetPart,
} from '@portal/contract'
import { type CaseFiles, readMessages } from '#features/case-messages/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { FileReply } from '#platform/http/serve.ts'
import { type DocumentFile, userShare } from '#platform/pdf/document-file.ts'
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
  readonly documentFile: DocumentFile
}

export type CaseSheets = ReturnType<typeof createCaseSheets>

export interface SheetReading {
  readonly format: DocumentFormat | undefined
  readonly caller: Caller
}

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
      record,
      messages,
      events,
      listItems,
      madeAt: clock.now(),
      officeName: office.name,
      documents: documents.map((document) => ({ ...document, type: typeOf(document.typeId) })),
    }
  }

  const draw = async (name: string, sheet: Sheet, { format, caller }: SheetReading): Promise<FileReply> =>
    options.documentFile({ name, document: await caseSheet(sheet), client: userShare(caller.user.id), format })

  return {
    /** The whole case, named by its id (specification 2 §7). */
    whole: async (id: number, reading: SheetReading): Promise<FileReply> =>
      draw(String(id), { ...(await read(id, reading.caller)), chosenParts: [] }, reading),

    /** The case for another authority, without the chosen parts. */
    async redacted(id: number, chosenParts: readonly SheetPart[], reading: SheetReading): Promise<FileReply> {
      const sheet = await read(id, reading.caller)
      reading.caller.audit.record('case', [id], chosenParts)
      return draw(`${id}-omissis`, { ...sheet, chosenParts }, reading)
    },
  }
}
