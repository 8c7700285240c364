import {
  addReferenceEntry,
  deleteReferenceEntry,
  listReferenceEntries,
  listReferenceEntryUses,
  listReferenceLists,
  moveReferenceEntry,
  renameReferenceEntry,
  retireReferenceEntry,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import type { ReferenceEntries } from './entries.service.ts'

export function serveReferenceEntries(serve: Serve, { entries }: { readonly entries: ReferenceEntries }) {
  serve(listReferenceLists, () => entries.listAll())
  serve(listReferenceEntries, ({ query }) => entries.list(query))
  serve(listReferenceEntryUses, async ({ query }) => ({ uses: await entries.listUses(query) }))
  serve(addReferenceEntry, ({ body }, { audit }) => entries.add(body, audit))
  serve(renameReferenceEntry, ({ body }, { audit }) => entries.rename(body, audit))
  serve(retireReferenceEntry, ({ body }, { audit }) => entries.retire(body, audit))
  serve(moveReferenceEntry, ({ body }, { audit }) => entries.move(body, audit))
  serve(deleteReferenceEntry, ({ body }, { audit }) => entries.delete(body, audit))
}
