import { getReceivedMail, limits, type ReceivedMail, type ScanCode, takeMailFiles } from '@portal/contract'
import { queryOptions } from '@tanstack/react-query'
import type { AcceptedFile } from '#form/upload/upload-rules.ts'
import { call } from '#lib/api/call.ts'
import { noteUploaded } from '#lib/files/uploaded-files.ts'
import { formatDay } from '#lib/i18n/format.tsx'
import type { EntryDraft } from './case-new-form.ts'

/** Ids of the list of channels. */
const channels = { mail: 3, certifiedMail: 4 } as const

/** What a new case begins with that is made from a received mail. */
export interface CaseFromMail {
  readonly mailId: number
  readonly subject: string
  readonly draft: EntryDraft
  /** Its files that passed the checks; they are the user's until the case claims them. */
  readonly files: readonly AcceptedFile[]
  /** The names of the others, with the code of the reason. */
  readonly refused: readonly { readonly name: string; readonly code: ScanCode }[]
}

/** The first word of a name is the first name, as most people write it in mails; the user corrects the others. */
function nameOf({ senderName }: ReceivedMail) {
  const [firstName = '', ...rest] = senderName.trim().split(/\s+/)
  return rest.length > 0 ? { firstName, lastName: rest.join(' ') } : firstName ? { lastName: firstName } : {}
}

const draftOf = (mail: ReceivedMail, files: readonly AcceptedFile[]): EntryDraft => ({
  channelId: mail.isCertified ? channels.certifiedMail : channels.mail,
  ...nameOf(mail),
  email: mail.sender,
  receivedOn: formatDay(mail.receivedAt),
  message: [mail.subject, mail.text].filter(Boolean).join('\n\n').slice(0, limits.narrativeCodePoints),
  ...(files.length > 0 && { attachments: files }),
})

/** Reads the mail and lets its files pass the checks of uploads. */
export const caseFromMailQuery = (mailId: number) =>
  queryOptions({
    queryKey: ['cases', 'fromMail', mailId],
    queryFn: async (): Promise<CaseFromMail> => {
      const params = { id: mailId }
      const [mail, { files: taken }] = await Promise.all([
        call(getReceivedMail, { params }),
        call(takeMailFiles, { params }),
      ])
      const files = taken.flatMap(({ outcome }) => outcome.attachment ?? [])
      for (const { id } of files) noteUploaded(id)
      const once = [...new Map(files.map((file) => [file.id, file])).values()]
      const refused = taken.filter(({ outcome }) => !outcome.attachment)
      return {
        mailId,
        subject: mail.subject,
        draft: draftOf(mail, once),
        files: once,
        refused: refused.map(({ name, outcome }) => ({ name, code: outcome.code })),
      }
    },
    // The files are taken once; the draft is the user's from then on.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { isHandled: true },
  })
