import {
  addDays,
  type CaseReminder,
  type Correspondence,
  endReminder,
  formatScreenDate,
  limits,
  type NewReminder,
  parseScreenDate,
  saveReminder,
} from '@portal/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { call } from '#lib/api/call.ts'
import { ShowDate, today } from '#lib/i18n/format.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { correspondenceQuery } from '../cases.queries.ts'

function useShow(caseId: number, onShown?: () => void) {
  const queryClient = useQueryClient()
  return (correspondence: Correspondence) => {
    queryClient.setQueryData(correspondenceQuery(caseId).queryKey, correspondence)
    onShown?.()
  }
}

interface Props {
  readonly caseId: number
  readonly reminders: readonly CaseReminder[]
  readonly canAdd: boolean
}

const addId = 'add-reminder'

/** The open reminders of a case, at the head of its correspondence: each can be done, moved or removed. */
export function Reminders({ caseId, reminders, canAdd }: Props) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<CaseReminder | 'new'>()
  const open = reminders.filter(({ doneAt }) => doneAt === undefined)
  if (open.length === 0 && !canAdd) return null
  return (
    <div className="reminders no-print">
      {open.length > 0 && (
        <ul className="plain-list" aria-label={t('reminders.open')}>
          {open.map((reminder) => (
            <OpenReminder key={reminder.id} caseId={caseId} reminder={reminder} onMove={() => setEdited(reminder)} />
          ))}
        </ul>
      )}
      {canAdd && (
        <Button id={addId} variant="quiet" size="sm" icon="it-clock" onClick={() => setEdited('new')}>
          {t('reminders.add')}
        </Button>
      )}
      {edited && (
        <ReminderDialog
          caseId={caseId}
          reminder={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

interface OpenProps {
  readonly caseId: number
  readonly reminder: CaseReminder
  readonly onMove: () => void
}

function OpenReminder({ caseId, reminder: { id, dueOn, text, by, mayChange }, onMove }: OpenProps) {
  const { t } = useTranslation()
  const show = useShow(caseId, () => focusById(addId))
  const ending = useMutation({
    mutationFn: (isRemoved: boolean) => call(endReminder, { params: { id: caseId }, body: { id, isRemoved } }),
    onSuccess: show,
  })
  return (
    <li className={dueOn < today() ? 'reminder reminder-late' : 'reminder'}>
      <p>
        <strong>
          <span>{t(dueOn < today() ? 'reminders.late' : 'reminders.on')}</span> <ShowDate date={dueOn} />
        </strong>
        <span> · </span>
        <bdi>{text}</bdi>
        {by && <span className="pick-note">{` · ${by}`}</span>}
      </p>
      {mayChange && (
        <div className="cluster">
          <Button
            variant="secondary"
            size="sm"
            pending={ending.isPending}
            pendingText={t('site.wait')}
            onClick={() => ending.mutate(false)}
          >
            <span>{t('reminders.done')}</span>
            <span className="visually-hidden">{`: ${text}`}</span>
          </Button>
          <Button variant="quiet" size="sm" onClick={onMove}>
            <span>{t('reminders.move')}</span>
            <span className="visually-hidden">{`: ${text}`}</span>
          </Button>
          <Button variant="quiet" size="sm" onClick={() => ending.mutate(true)}>
            <span>{t('reminders.remove')}</span>
            <span className="visually-hidden">{`: ${text}`}</span>
          </Button>
        </div>
      )}
    </li>
  )
}

/** Days from today that are chosen by one press. */
const quickDays = { tomorrow: 1, threeDays: 3, week: 7, month: 30 } as const
const quickKeys = Object.keys(quickDays) as (keyof typeof quickDays)[]

interface DialogProps {
  readonly caseId: number
  readonly reminder: CaseReminder | undefined
  readonly onClose: () => void
}

function ReminderDialog({ caseId, reminder, onClose }: DialogProps) {
  const { t } = useTranslation()
  const saving = useMutation({
    meta: { isHandled: true },
    mutationFn: (body: NewReminder) => call(saveReminder, { params: { id: caseId }, body }),
    onSuccess: useShow(caseId, onClose),
  })
  const session = useFormSession({
    id: 'reminder',
    start: () => ({
      day: formatScreenDate(reminder?.dueOn ?? addDays(today(), quickDays.week)),
      text: reminder?.text ?? t('reminders.suggestion'),
    }),
    fields: { day: 'data_richiamo', text: 'testo' },
    labelOf: (key) => t(`reminders.fields.${key}`),
    check: ({ day, text }) => ({
      day: dayError(day),
      text: text.trim() ? undefined : t('messages.campo_obbligatorio'),
    }),
    sending: saving,
    send: ({ day, text }) => {
      const dueOn = parseScreenDate(day.trim())
      if (dueOn) saving.mutate({ id: reminder?.id, dueOn, text: text.slice(0, limits.reminders.textLength) })
    },
  })
  function dayError(day: string) {
    const read = parseScreenDate(day.trim())
    if (!read) return t('messages.data_non_valida')
    return read < today() ? t('messages.data_passata') : undefined
  }
  return (
    <FormDialog
      {...session.dialog}
      title={t(reminder ? 'reminders.moveTitle' : 'reminders.add')}
      submitText={t('reminders.save')}
      onClose={onClose}
    >
      <TextInput
        {...session.field('day')}
        hint={t('reminders.dayHint')}
        required
        isShort
        dir="ltr"
        inputMode="numeric"
      />
      <div className="cluster quick-days">
        {quickKeys.map((key) => (
          <Button
            key={key}
            variant="secondary"
            size="sm"
            onClick={() => session.set('day', formatScreenDate(addDays(today(), quickDays[key])))}
          >
            {t(`reminders.quick.${key}`)}
          </Button>
        ))}
      </div>
      <TextInput {...session.field('text')} required maxLength={limits.reminders.textLength} />
    </FormDialog>
  )
}
