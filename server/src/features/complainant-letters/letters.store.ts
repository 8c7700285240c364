import type { Language, LetterDecision, LetterText, LetterWay, NewLetterText } from '@portal/contract'
import { nextId } from '#platform/database/new-rows.ts'
import type { Db } from '#platform/database/transaction.ts'
import { findMailIdentity } from '#platform/mail/deliveries.store.ts'
import { insertSealed, openSealed } from '#platform/protection/sealed-rows.ts'
import { sealedTable } from '#platform/protection/sealed-table.ts'
import type { Vault } from '#platform/protection/vault.ts'

interface SealedLetter {
  readonly text: string
  /** The mail that it went by (`mailIdentityOf`). */
  readonly mailIdentity?: string | undefined
}

export const sealedLetters = sealedTable<SealedLetter>()({
  table: 'complainantLetters',
  key: 'id',
  sealed: ['text', 'mailIdentity'],
  unique: { mailIdentity: 'mailToken' },
  ends: { withCase: 'caseId' },
})

interface NewStoredLetter extends SealedLetter {
  readonly caseId: number
  readonly at: Date
  readonly writtenBy: number
  readonly way: LetterWay
  readonly decision: LetterDecision
  readonly language: Language
  /** The mail that carries it. */
  readonly mailId: number | undefined
}

/** The letters of a case whose text was not erased, the newest first. */
export async function listLetters(db: Db, vault: Vault, caseId: number) {
  const rows = await db
    .selectFrom('complainantLetters')
    .selectAll()
    .where('caseId', '=', caseId)
    .where('text', 'is not', null)
    .orderBy('id', 'desc')
    .execute()
  return Promise.all(rows.map((row) => openSealed(vault, sealedLetters, row.id, row)))
}

export async function insertLetter(tx: Db, vault: Vault, letter: NewStoredLetter): Promise<void> {
  const { mailId = null } = letter
  const mailIdentity = mailId === null ? undefined : await findMailIdentity(tx, mailId)
  const id = await nextId(tx, 'complainant_letters')
  await insertSealed(tx, vault, sealedLetters, { ...letter, mailId, mailIdentity, id })
}

/** Notes that the complainant of a case was informed. */
export const markInformed = (tx: Db, caseId: number) =>
  tx.updateTable('cases').set({ awaitsLetter: false }).where('id', '=', caseId).execute()

export async function listTexts(db: Db): Promise<LetterText[]> {
  const rows = await db.selectFrom('letterTexts').selectAll().orderBy('kind').orderBy('id').execute()
  return rows.map(({ texts, source, groundId, fieldId, modeId, ...row }) => ({
    ...row,
    texts: (Object.entries(texts) as [Language, string][]).map(([language, text]) => ({ language, text })),
    source: source ?? undefined,
    groundId: groundId ?? undefined,
    fieldId: fieldId ?? undefined,
    modeId: modeId ?? undefined,
  }))
}

const rowOf = ({ kind, name, texts, source, isRetired, ...fits }: NewLetterText) => ({
  kind,
  name,
  texts: JSON.stringify(Object.fromEntries(texts.map(({ language, text }) => [language, text]))),
  source: source ?? null,
  isRetired,
  groundId: fits.groundId ?? null,
  fieldId: fits.fieldId ?? null,
  modeId: fits.modeId ?? null,
})

/** Writes a text, in place of the earlier one of its id; returns its id, undefined where there is none of that id. */
export async function writeText(tx: Db, text: NewLetterText): Promise<number | undefined> {
  const row = rowOf(text)
  const query =
    text.id === undefined
      ? tx.insertInto('letterTexts').values(row).returning('id')
      : tx.updateTable('letterTexts').set(row).where('id', '=', text.id).returning('id')
  return (await query.executeTakeFirst())?.id
}
