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
}

export const canWrite = ({ status, isPseudonymised, mayEdit }: CaseAccess) =>
  mayEdit && takesMessages(status) && !isPseudonymised

/** The user who works on the case, also once it is closed. */
export const mayNoteCall = ({ mayEdit, readsForOffice }: CaseAccess) => mayEdit || readsForOffice

export async function reporterOf({ vault }: { readonly vault: Vault }, from: Db, caseId: number): Promise<Reporter> {
  const row = await findReporter(from, caseId)
  // Reporters read messages with code and PIN. A case that the office entered has no PIN.
  if (!row?.pinHash) return { canRead: false, language: row?.pageLanguage ?? 'it', recipient: undefined }
  const { email, organisationEmail, pageLanguage } = await openSealed(vault, sealedReports, caseId, row)
  const address = email ?? organisationEmail
  return { canRead: true, language: pageLanguage, recipient: address ? { address, language: pageLanguage } : undefined }
}
