import { type AttachmentArea, fileTypes, limits } from '@portal/contract'
import { invalidInput } from '../app-error.ts'
import type { AuditRecorder } from '../audit/audit-recorder.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/transaction.ts'
import type { Vault } from '../protection/vault.ts'
import { claimAttachments, countOfCase, type Maker, type Owner } from './attachments.store.ts'
import { refuseFullDrafts } from './quota.ts'
import { keepWithDraft, listOfDraft, lockClaimable } from './unclaimed.store.ts'

/** Uploaded files that a record takes. */
export interface Claim {
  readonly ids: readonly string[]
  readonly maker: Maker
  readonly owner: Owner
  /** Where the request names the files: the path of the error. */
  readonly wirePath: string
  readonly onlyPdf?: boolean
}

/** Uploaded files that wait with the draft of an application. */
export interface DraftFiles extends Pick<Claim, 'ids' | 'maker'> {
  readonly draftId: number
  readonly network: string
}

/** The areas of files that a record may claim: a mail takes those for assistance, every other record those for cases. */
const areasFor = (owner: Owner): readonly AttachmentArea[] => ('mailId' in owner ? ['assistance'] : areasOfCases)
const areasOfCases: readonly AttachmentArea[] = ['report', 'case']

async function refuseTooMany(tx: Db, caseId: number, more: number, wirePath: string) {
  if ((await countOfCase(tx, caseId)) + more > limits.caseAttachments.files)
    throw invalidInput([{ path: wirePath, message: 'allegati_al_limite' }])
}

/** Locks the files of a claim; throws at `wirePath` for all of them where a record of this kind cannot take one of them. */
async function lockAll(
  tx: Db,
  vault: Vault,
  { ids, maker, wirePath, onlyPdf }: Omit<Claim, 'owner'>,
  areas: readonly AttachmentArea[],
) {
  if (new Set(ids).size < ids.length) throw invalidInput([{ path: wirePath, message: 'allegato_ripetuto' }])
  const files = await lockClaimable(tx, vault, { ids, maker, areas })
  if (files.length < ids.length) throw invalidInput([{ path: wirePath, message: 'allegato_non_disponibile' }])
  if (onlyPdf && files.some(({ mediaType }) => mediaType !== fileTypes.pdf?.media))
    throw invalidInput([{ path: wirePath, message: 'allegato_solo_pdf' }])
  return files
}

/** How records take uploaded files, and how files wait for a record with a draft. */
export const createClaims = ({ vault, clock }: { readonly vault: Vault; readonly clock: Clock }) => ({
  /**
   * Claims files for a record, in this order. Throws at `wirePath` for all of them, unless each exists, was uploaded by this
   * uploader for such a record, and is unclaimed.
   */
  async claim(tx: Db, { owner, ...claim }: Claim, audit: AuditRecorder): Promise<void> {
    const { ids, wirePath } = claim
    if (ids.length === 0) return
    if ('caseId' in owner) await refuseTooMany(tx, owner.caseId, ids.length, wirePath)
    const locked = await lockAll(tx, vault, claim, areasFor(owner))
    const files = ids.flatMap((id) => locked.find((file) => file.id === id) ?? [])
    await claimAttachments(tx, vault, { files, owner, at: clock.now() })
    const numbers = locked.map(({ number }) => number)
    audit.record('file', numbers, [Object.keys(owner)[0] ?? ''])
  },

  /** Throws as `claim` does where an association could not claim these files. */
  async check(tx: Db, claim: Omit<Claim, 'owner'>): Promise<void> {
    if (claim.ids.length > 0) await lockAll(tx, vault, claim, areasOfCases)
  },

  /**
   * Lets those of the files that are available wait with a draft, and no others: they expire when it ends. Throws where drafts
   * have no room.
   */
  async keepWithDraft(tx: Db, { ids, maker, draftId, network }: DraftFiles): Promise<void> {
    if (ids.length > 0) await refuseFullDrafts(tx, vault, network)
    const files = await lockClaimable(tx, vault, { ids, maker, areas: areasOfCases })
    await keepWithDraft(tx, vault, files, draftId)
  },

  /** Ids of the files that wait with a draft. */
  listOfDraft: (db: Db, draftId: number): Promise<string[]> => listOfDraft(db, vault, draftId),
})
