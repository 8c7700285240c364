import { type ReferenceList, referenceLists } from '@portal/contract'
import { invalidInput } from '#platform/app-error.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { InTransaction } from '#platform/database/transaction.ts'
import { inSmallLetters } from '#platform/protection/fold.ts'
import { insertItem, listItems, lockList } from './reference.store.ts'

export interface ListItem {
  readonly id: number
  readonly label: string
}

const spaces = /\s+/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are refused on purpose
const forbidden = /[\u0000-\u001f\u007f<>]/

/** Normalizes a hashtag: `#` and one word of letters and digits. Throws 400 for anything else. */
function normalizeHashtag(text: string, path: string): string {
  const word = text.trim().replace(/^#+/, '').replace(spaces, '')
  if (!/^[\p{L}\p{N}_]{2,60}$/u.test(word)) throw invalidInput([{ path, message: 'hashtag_non_valido' }])
  return `#${word}`
}

/**
 * Normalizes the label of an entry: its spaces, and a hashtag's `#`. Throws 400 for markup, and for what is no
 * hashtag; `path` is the field on the wire.
 */
export function normalizeLabel(list: ReferenceList, text: string, path: string = referenceLists[list].stem): string {
  if (list === 'hashtag') return normalizeHashtag(text, path)
  const label = text.trim().replace(spaces, ' ')
  if (label.length < 2 || forbidden.test(label)) throw invalidInput([{ path, message: 'etichetta_non_valida' }])
  return label
}

/** Adds items to reference lists. An existing label returns its item; a lock keeps concurrent inserts from duplicating it. */
export function createItemInsert({ inTransaction }: { inTransaction: InTransaction }) {
  return (list: ReferenceList, text: string, audit: AuditRecorder): Promise<ListItem> =>
    inTransaction(audit, async (tx) => {
      const label = normalizeLabel(list, text)
      await lockList(tx, list)
      const items = await listItems(tx, list, { withRetired: true })
      const existing = items.find(({ labels }) => inSmallLetters(labels.it ?? '') === inSmallLetters(label))
      if (existing?.isRetired) throw invalidInput([{ path: referenceLists[list].stem, message: 'voce_ritirata' }])
      if (existing) {
        audit.record('reference', [existing.id])
        return { id: existing.id, label: existing.labels.it ?? label }
      }
      const id = await insertItem(tx, list, { it: label })
      audit.record('reference', [id], [`${referenceLists[list].path}.it`])
      return { id, label }
    })
}
