import { type Language, takesMessages } from '@portal/contract'
import type { CaseAccess } from '#features/cases/index.ts'
import { sealedReports } from '#features/reports/index.ts'
import type { Db } from '#platform/database/transaction.ts'
import { openSealed } from '#platform/protection/sealed-rows.ts'
import type { Vault } from '#platform/protection/vault.ts'
import { findReporter } from './messages.store.ts'

/** Whether the reporter can read messages, and where notifications go. */
export interface Reporter {
  readonly canRead: boolean
  /** Of the page of the report. */
  readonly language: Language
  readonly recipient: { readonly address: string; readonly language: Language } | undefined
  /** The e-mail address of the reporter, of a case without a PIN too. */
  readonly address: string | undefined
}

export const canWrite = ({ status, isPseudonymised, mayEdit }: CaseAccess) =>
  mayEdit && takesMessages(status) && !isPseudonymised

/** The user who works on the case, also once it is closed. */
export const worksOn = ({ mayEdit, readsForOffice }: CaseAccess) => mayEdit || readsForOffice

export async function reporterOf({ vault }: { readonly vault: Vault }, from: Db, caseId: number): Promise<Reporter> {
  const row = await findReporter(from, caseId)
  if (!row) return { canRead: false, language: 'it', recipient: undefined, address: undefined }
  const { email, organisationEmail, pageLanguage, pinHash } = await openSealed(vault, sealedReports, caseId, row)
  const address = email ?? organisationEmail ?? undefined
  // Reporters read messages with code and PIN. A case that the office entered has no PIN.
  const canRead = pinHash !== null
  return {
    canRead,
    language: pageLanguage,
    recipient: canRead && address ? { address, language: pageLanguage } : undefined,
    address,
  }
}
