import {
  type CaseDetail,
  fillReply,
  formatScreenDate,
  type Language,
  listSavedReplies,
  proposedReplies,
  type SavedReply,
  textFor,
} from '@portal/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api/call.ts'
import { today } from '#lib/i18n/format.tsx'
import { office } from '#lib/page/page-settings.ts'
import { Button } from '#ui/button.tsx'
import { PickField } from '#ui/field/pick-field.tsx'
import { caseQuery } from '../cases.queries.ts'
import { SavedRepliesDialog } from './saved-replies-dialog.tsx'

const savedRepliesQuery = queryOptions({
  queryKey: ['saved-replies'],
  queryFn: ({ signal }) => call(listSavedReplies, {}, { signal }),
  staleTime: 60_000,
  meta: { isHandled: true },
})

/** The values of the fields of a reply, as far as the case has them. */
const valuesOf = ({ values, code, dueOn }: CaseDetail) => ({
  name: [values.firstName, values.lastName].filter(Boolean).join(' '),
  code,
  // A day that has passed is no term to promise.
  deadline: dueOn && dueOn >= today() ? formatScreenDate(dueOn) : undefined,
  phone: office.phone,
})

interface Props {
  readonly id: string
  readonly caseId: number
  /** The language of the report. */
  readonly language: Language
  readonly onPick: (text: string) => void
}

/** Chooses a saved reply by typing: those that fit the case first, each in the language of the report where it has it. */
export function SavedReplyField({ id, caseId, language, onPick }: Props) {
  const { t } = useTranslation()
  const [isManaging, setManaging] = useState(false)
  const record = useQuery({ ...caseQuery(caseId), enabled: false }).data
  const replies = useQuery(savedRepliesQuery).data?.rows ?? []
  const proposed = record ? proposedReplies(replies, record.values, language) : []
  const noteOf = (reply: SavedReply) =>
    [reply.isShared ? t('savedReplies.shared') : t('savedReplies.own'), languageNote(reply)].join(' · ')
  const languageNote = (reply: SavedReply) => t(`savedReplies.languages.${textFor(reply, language)?.language ?? 'it'}`)
  const handlePick = (value: string) => {
    const reply = proposed.find((one) => String(one.id) === value)
    const text = reply && textFor(reply, language)?.text
    if (record && text) onPick(fillReply(text, valuesOf(record)))
  }
  return (
    <div className="saved-reply">
      <PickField
        id={id}
        label={t('savedReplies.choose')}
        noneText={t('savedReplies.none')}
        options={proposed.map((reply) => ({ id: String(reply.id), text: reply.name, note: noteOf(reply) }))}
        onPick={handlePick}
      />
      <Button variant="quiet" size="sm" onClick={() => setManaging(true)}>
        {t('savedReplies.manage')}
      </Button>
      {isManaging && <SavedRepliesDialog replies={replies} onClose={() => setManaging(false)} />}
    </div>
  )
}
