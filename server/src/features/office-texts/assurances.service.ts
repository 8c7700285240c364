import { createHash } from 'node:crypto'
import {
  type Assurances,
  type AssurancesToConfirm,
  assuranceNames,
  assurancesIn,
  type Language,
  languages,
  type Office,
} from '@portal/contract'
import { AppError } from '#platform/app-error.ts'
import type { AuditRecorder } from '#platform/audit/audit-recorder.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, InTransaction } from '#platform/database/transaction.ts'
import type { Vault } from '#platform/protection/vault.ts'
import type { Caller } from '#platform/session/caller.ts'
import { namesOf } from '#platform/session/user-names.ts'
import { deleteConfirmation, findConfirmation, writeConfirmation } from './confirmations.store.ts'

interface Options {
  readonly db: Db
  readonly inTransaction: InTransaction
  readonly vault: Vault
  readonly clock: Clock
  readonly office: Office
}

export type AssuranceService = ReturnType<typeof createAssurances>

/** The texts in every language, and their digest. */
function readTexts(office: Office) {
  const texts = languages.map((language) => {
    const { recipients, residence } = assurancesIn(office, language)
    return { language, recipients: recipients.text, residence: residence.text }
  })
  return { texts, digest: createHash('sha256').update(JSON.stringify(texts)).digest('hex') }
}

/** The audit log names the confirmation, which is one record. */
const recordId = 1
const recordChange = (audit: AuditRecorder) => audit.record('officeText', [recordId], [...assuranceNames])

/** What the office assures reporters of (`assurances.ts` of the contract), off until the head of the office confirms it. */
export function createAssurances({ db, inTransaction, vault, clock, office }: Options) {
  const { texts, digest } = readTexts(office)
  const listeners: (() => void)[] = []
  let areShown: boolean | undefined

  /** Reads whether pages show the texts. A confirmation of other texts, from before a setting changed, counts no more. */
  async function reload(): Promise<boolean> {
    const before = areShown
    areShown = (await findConfirmation(db))?.digest === digest
    if (before !== undefined && before !== areShown) for (const listener of listeners) listener()
    return areShown
  }

  async function read(): Promise<AssurancesToConfirm> {
    const confirmation = await findConfirmation(db)
    if (!confirmation) return { texts, digest, areShown: false }
    const names = await namesOf(db, vault, [confirmation.confirmedBy])
    return {
      texts,
      digest,
      areShown: confirmation.digest === digest,
      confirmedBy: names.get(confirmation.confirmedBy),
      confirmedAt: confirmation.confirmedAt,
    }
  }

  return {
    read,
    reload,

    /** Adds a listener for when pages begin or cease to show the texts. */
    onChange: (listener: () => void) => {
      listeners.push(listener)
    },

    /** The texts for a page; undefined unless they are confirmed. */
    shownIn: async (language: Language): Promise<Assurances | undefined> =>
      (areShown ?? (await reload())) ? assurancesIn(office, language) : undefined,

    /** Confirms the texts that the user has read. */
    async confirm(readDigest: string, { user, audit }: Caller): Promise<AssurancesToConfirm> {
      if (readDigest !== digest) throw new AppError('conflict')
      await inTransaction(audit, async (tx) => {
        await writeConfirmation(tx, { digest, confirmedBy: user.id, confirmedAt: clock.now() })
        recordChange(audit)
      })
      await reload()
      return read()
    },

    async withdraw({ audit }: Caller): Promise<AssurancesToConfirm> {
      await inTransaction(audit, async (tx) => {
        await deleteConfirmation(tx)
        recordChange(audit)
      })
      await reload()
      return read()
    },
  }
}
