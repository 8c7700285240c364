import { Readable } from 'node:stream'
import {
  type CaseMessage,
  channelIds,
  type DocumentFormat,
  getInPersonRecordWord,
  type Office,
  type SheetPart,
} from '@portal/contract'
import { type CaseFiles, readMessages } from '#features/case-messages/index.ts'
import { allEventsOfCase, type CaseNeeds, documentsOfCase, readCase } from '#features/cases/index.ts'
import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database/transaction.ts'
import type { FileReply } from '#platform/http/serve.ts'
import { type DocumentFile, userShare } from '#platform/pdf/document-file.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { ListItems } from '#platform/record-words/field-words.ts'
import type { Caller } from '#platform/session/caller.ts'
import { inPersonRecord, inPersonWord } from './write-in-person-record.ts'
import { caseSheet, type Sheet } from './write-sheet.ts'

interface Options {
  readonly db: Db
  readonly vault: Vault
  readonly clock: Clock
  readonly office: Office
  readonly attachments: CaseFiles
  readonly caseNeeds: CaseNeeds
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
  const { caseNeeds, office, clock, listItems } = options

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
    const record = await readCase(caseNeeds, id, caller)
    const { documents } = await documentsOfCase(caseNeeds, id, caller)
    const [messages, events, types] = [
      await allMessages(id),
      await allEventsOfCase(caseNeeds, id),
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

  async function readInPersonRecord(id: number, caller: Caller) {
    const record = await readCase(caseNeeds, id, caller)
    if (record.values.channelId !== channelIds.inPerson) throw new AppError('not_found')
    return inPersonRecord({ record, listItems, madeAt: clock.now(), officeName: office.name })
  }

  return {
    /** The whole case, named by its id (specification 2 §7). */
    whole: async (id: number, reading: SheetReading): Promise<FileReply> =>
      draw(String(id), { ...(await read(id, reading.caller)), chosenParts: [] }, reading),

    /** The record of a report made in person, to be signed; 404 where the case came through another channel. */
    inPerson: async (id: number, { format, caller }: SheetReading): Promise<FileReply> =>
      options.documentFile({
        name: `${id}-verbale`,
        document: await readInPersonRecord(id, caller),
        client: userShare(caller.user.id),
        format,
      }),

    /** The same record as a document to complete. */
    async inPersonWord(id: number, caller: Caller): Promise<FileReply> {
      const bytes = await inPersonWord(await readInPersonRecord(id, caller))
      return { name: `${id}-verbale.docx`, mediaType: getInPersonRecordWord.file, stream: Readable.from([bytes]) }
    },

    /** The case for another authority, without the chosen parts. */
    async redacted(id: number, chosenParts: readonly SheetPart[], reading: SheetReading): Promise<FileReply> {
      const sheet = await read(id, reading.caller)
      reading.caller.audit.record('case', [id], chosenParts)
      return draw(`${id}-omissis`, { ...sheet, chosenParts }, reading)
    },
  }
}
