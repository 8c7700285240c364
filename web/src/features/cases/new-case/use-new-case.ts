import {
  type CaseEntry,
  type CaseKey,
  caseActions,
  isActionFor,
  limits,
  newCaseForm,
  paths,
  type Role,
  usesOf,
} from '@portal/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStoredDraft } from '#form/stored-draft.ts'
import { createServerUploads } from '#form/upload/server-uploads.ts'
import { useUploads } from '#form/upload/upload-queue.ts'
import { type AcceptedFile, isUploading } from '#form/upload/upload-rules.ts'
import { useFormSteps } from '#form/use-form-steps.ts'
import { CallError, isUnreachable } from '#lib/api/call-error.ts'
import { notifyError } from '#lib/api/notify-error.ts'
import { deleteUploads, forgetUploads } from '#lib/files/uploaded-files.ts'
import { today } from '#lib/i18n/format.tsx'
import { useGo } from '#lib/page/navigation.ts'
import { notify } from '#lib/page/notices.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { useSiteSearch } from '#lib/page/site-search.ts'
import { useUser } from '#lib/session/current-user.ts'
import { fieldTabs } from '../record/case-detail-tabs.tsx'
import { stepsOfTab } from '../record/case-display.tsx'
import { newCaseKeys, readCase } from '../record/case-draft.ts'
import { caseErrors, caseFormId, labelOfPlace, placeAt } from '../record/case-field-texts.ts'
import type { CaseFromMail } from './case-from-mail.ts'
import { type EntryDraft, emptyEntry, sendEntry, sheetKeys, withEntryValue } from './case-new-form.ts'
import { useTakeOver } from './use-take-over.ts'

/** True if this role may take a case while entering it. */
const canTake = (role: Role) => isActionFor(caseActions.take, role)

const read = (draft: EntryDraft) => readCase<CaseEntry>(draft, newCaseForm, today())

const isFolded = (key: string) => newCaseKeys.some((one) => one === key) && !sheetKeys.some((one) => one === key)
const folded = fieldTabs
  .flatMap(stepsOfTab)
  .flatMap((tab) => newCaseForm.steps.find(({ id }) => id === tab)?.fields ?? [])
  .filter(({ key }) => isFolded(key))
/** The groups below the sheet: each is a step that opens when the user or an error opens it. */
export const foldedGroups = [...new Set(folded.map(({ group = '' }) => group))].map((id) => ({
  id,
  fields: folded.filter(({ group = '' }) => group === id),
}))

/** The fields in the order of the page: those of the sheet, then the others by group; those that no group has come last. */
const keys = [
  ...sheetKeys,
  ...[...foldedGroups.flatMap((group) => group.fields), ...usesOf(newCaseForm)].map(({ key }) => key),
]
const fields = Object.fromEntries(keys.map((key) => [key, newCaseForm.fields[key]?.wire ?? key]))
const keyAt = (path: string) => placeAt(path, newCaseKeys) ?? (path === fields.receivedOn ? 'receivedOn' : undefined)

/** The edit session of a new case: draft, files, open groups and sending. One that is made from a mail begins with what it says. */
export function useNewCase(fromMail?: CaseFromMail) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<readonly string[]>([])
  const user = useUser()
  const start = fromMail?.draft ?? emptyEntry
  const saved = useStoredDraft(fromMail ? `case.new.mail-${fromMail.mailId}` : 'case.new', start, true)
  const { found } = saved
  const set = (key: CaseKey | 'receivedOn', value: unknown) => session.change(withEntryValue(key, value))
  const files = useEntryFiles(
    (uploaded) => set('attachments', uploaded.length > 0 ? uploaded : undefined),
    fromMail?.files,
  )
  const sending = useSending(() => {
    files.settle()
    session.finish()
  })
  const session = useFormSteps<EntryDraft, string, string, 'take'>({
    id: caseFormId,
    steps: foldedGroups,
    place: { step: undefined, open: (group) => setOpened((open) => [...open, group]) },
    start,
    saved,
    fields,
    keyAt,
    labelOf: (place) => (place === 'receivedOn' ? t('caseNew.receivedOn') : labelOfPlace(t, place)),
    check: (draft) => ({ ...caseErrors(t, read(draft).fieldErrors), ...(files.error && { attachments: files.error }) }),
    sending,
    send: (draft, { how, senderKey }) =>
      sending.mutate({
        values: { ...read(draft).values, ...(how && { isTaken: true }), ...(fromMail && { mailId: fromMail.mailId }) },
        senderKey,
      }),
  })
  const takeOver = useTakeOver({ latest: () => saved.work, change: session.change })
  return {
    ...session,
    takeOver,
    values: read(session.draft).values,
    opened,
    toggle: (group: string, isOpen: boolean) =>
      setOpened((open) => [...open.filter((one) => one !== group), ...(isOpen ? [group] : [])]),
    isUnreachable: isUnreachable(session.callError),
    mayTake: canTake(user.selectedRole),
    queue: files.queue,
    set,
    hasChanges: () => session.hasChanges() || files.error !== undefined,
    /** Discards the draft and deletes its uploaded files. */
    leave: () => {
      files.takeBack(session.draft)
      session.finish()
    },
    found,
    /** Restores the stored draft, or discards it. */
    settle: (isUsed: boolean) => {
      if (isUsed && found) {
        saved.resume()
        files.goOn(found.draft)
      } else {
        if (found) files.takeBack(found.draft)
        saved.forget()
      }
    },
  }
}
export type NewCase = ReturnType<typeof useNewCase>

function useSending(onSaved: () => void) {
  const { t } = useTranslation()
  const go = useGo()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { submitType } = useSiteSearch()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: ({ values, senderKey }: { values: CaseEntry; senderKey: string }) =>
      sendEntry({ values: submitType ? { ...values, submitType } : values, senderKey }),
    onSuccess: ({ id }) => {
      onSaved()
      notify({ kind: 'success', body: t('report.sent') })
      void queryClient.invalidateQueries({ queryKey: ['cases', 'list'] })
      void queryClient.invalidateQueries({ queryKey: ['mails'] })
      // Specification 2 §2: with a submit type the page goes back one step.
      if (submitType) router.history.back()
      else go(siteHref(paths.caseDetail, { id }))
    },
    onError: (error) => {
      const isShown = error instanceof CallError && error.fieldErrors.some(({ campo }) => keyAt(campo))
      if (!(isShown || isUnreachable(error))) notifyError(error)
    },
  })
}

type FilesChanged = (accepted: readonly AcceptedFile[]) => void

const startUploads = (onChange: FilesChanged, accepted?: readonly AcceptedFile[]) =>
  createServerUploads('case', { most: limits.caseAttachments.files, accepted, onChange })

/** The files of a draft; an upload queue like this one wrote them. */
const filesOf = ({ attachments = [] }: EntryDraft) => attachments as readonly AcceptedFile[]

/** The files of a new case: uploaded while the form is filled in, attached when the case is saved. */
function useEntryFiles(onChange: FilesChanged, given?: readonly AcceptedFile[]) {
  const { t } = useTranslation()
  const [queue, setQueue] = useState(() => startUploads(onChange, given))
  const { uploads, accepted } = useUploads(queue)
  // Leaving the page cancels the pending uploads.
  useEffect(() => () => queue.clear(), [queue])
  const waiting = isUploading(queue.get()) ? t('caseNew.filesUnderWay') : t('caseNew.filesRefused')
  return {
    queue,
    /** A chosen file that is not uploaded prevents saving until the user removes it. */
    error: uploads.length > 0 ? waiting : undefined,
    /** Restores the files of a stored draft. */
    goOn: (draft: EntryDraft) => setQueue(startUploads(onChange, filesOf(draft))),
    settle: () => forgetUploads(accepted.map(({ id }) => id)),
    takeBack: (draft: EntryDraft) => deleteUploads(filesOf(draft).map(({ id }) => id)),
  }
}
