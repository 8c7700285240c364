import { type LetterText, limits, type NewLetterText } from '@portal/contract'
import { AppError, invalidInput } from '#platform/app-error.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { Caller } from '#platform/session/caller.ts'
import { listTexts, writeText } from './letters.store.ts'

interface Texts {
  rows: LetterText[]
}

/** The texts that letters to complainants are drafted from. */
export const letterTexts = async (db: Db): Promise<Texts> => ({ rows: await listTexts(db) })

/** Saves a text; throws 404 for an earlier one that is not there, and 400 for one too many. */
export const saveText = (
  { inTransaction }: { readonly inTransaction: InTransaction },
  text: NewLetterText,
  { audit }: Caller,
): Promise<Texts> =>
  inTransaction(audit, async (tx) => {
    const id = await writeText(tx, text)
    if (id === undefined) throw new AppError('not_found')
    audit.record('letterText', [id], ['texts', 'source', 'isRetired'])
    const saved = await letterTexts(tx)
    const { count: max } = limits.letterTexts
    if (saved.rows.length > max) throw invalidInput([{ path: 'nome', message: 'troppi_testi', params: { max } }])
    return saved
  })
