import { type DocumentFormat, type Office, officeText } from '@portal/contract'
import type { FileReply } from '#platform/http/serve.ts'
import { userShare } from '#platform/pdf/document-file.ts'
import type { ListItems } from '#platform/record-words/field-words.ts'
import type { Caller } from '#platform/session/caller.ts'
import type { createAssociationHistory } from '../record/association-history.ts'
import type { AssociationNeeds } from '../record/association-reading.ts'
import { associationRecord } from '../record/association-record.ts'
import { associationSheet } from './write-association-sheet.ts'

interface SheetNeeds extends AssociationNeeds {
  readonly office: Office
  readonly history: ReturnType<typeof createAssociationHistory>
  /** The Italian items of a reference list, or those under a parent item, with retired ones. */
  readonly itemsUnder: ListItems
}

/** Associations as PDF documents (specification 2 §7). */
export function createAssociationSheets({ history, itemsUnder, ...needs }: SheetNeeds) {
  const { db, clock, office, attachments, documentFile } = needs

  return {
    /** The whole association, named by its id. */
    async whole(id: number, caller: Caller, format?: DocumentFormat): Promise<FileReply> {
      const row = await associationRecord.read(needs, db, id, caller.user)
      caller.audit.record('association', [id])
      const document = await associationSheet({
        record: await associationRecord.detailOf(needs, db, row, caller.user),
        documents: await attachments.listOfAssociation(db, id),
        events: await history.allEvents(id),
        listItems: itemsUnder,
        madeAt: clock.now(),
        officeName: officeText(office, 'name', 'it').text,
      })
      return documentFile({ name: String(id), document, client: userShare(caller.user.id), format })
    },
  }
}
