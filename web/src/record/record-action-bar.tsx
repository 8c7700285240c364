import type { TFunction } from 'i18next'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { LockStatus } from '#form/edit/edit-lock.ts'
import type { EditFormOf } from '#form/edit/use-edit-session.ts'
import { type KeyAction, shortcut } from '#lib/backoffice/desk-keys.ts'
import { type MenuAction, MoreActions } from '#lib/backoffice/more-actions.tsx'
import { type PageAction, useOfferedActions } from '#lib/backoffice/page-actions.ts'
import { Button } from '#ui/button.tsx'
import type { Elements } from '#ui/elements.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { recordTitleId } from './record-address.ts'

export interface RecordAction<W extends string> extends Pick<MenuAction, 'text' | 'disabledReason'> {
  readonly word: W
  /** In the bar where there is room; otherwise in the menu. */
  readonly isInBar: boolean
  /** The key that presses it. */
  readonly keyAction?: KeyAction | undefined
  /** Performs it at once, without a dialog. */
  readonly onSelect?: (() => void) | undefined
}

interface Props<D extends object, R extends LockStatus, W extends string> {
  readonly label: string
  readonly form: EditFormOf<D, R>
  /** Why editing is disabled; undefined while it is enabled. */
  readonly editDenial: string | undefined
  readonly actions: readonly RecordAction<W>[]
  /** Entries of the menu that open no dialog. */
  readonly others?: readonly MenuAction[]
  readonly renderDialog: (word: W, on: ActionHandlers) => Elements
}

/** What the form of an action calls when it ends. */
interface ActionHandlers {
  readonly onDone: () => void
  /** The focus returns to where the form was opened. */
  readonly onClose: () => void
  /** The focus is elsewhere already. */
  readonly onLeave: () => void
}

/** The actions on a record, always visible; a disabled one shows its reason. */
export function RecordActionBar<D extends object, R extends LockStatus, W extends string>(props: Props<D, R, W>) {
  const { label, form, editDenial, actions, others = [], renderDialog } = props
  const { t } = useTranslation()
  const [open, setOpen] = useState<W>()
  const opener = useRef<Element>(null)
  const close = () => setOpen(undefined)
  const handlers = {
    onDone: () => finishAction(form, close),
    onClose: () => {
      flushSync(close)
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
    onLeave: close,
  }
  const inBar = actions.filter(({ isInBar }) => isInBar)
  const inMenu = actions.filter(({ isInBar }) => !isInBar)
  const select = ({ word, onSelect }: RecordAction<W>) => {
    opener.current = document.activeElement
    if (onSelect) onSelect()
    else setOpen(word)
  }
  const entryOf = (action: RecordAction<W>) => ({
    text: action.text,
    key: action.keyAction,
    disabledReason: action.disabledReason,
    isNarrowOnly: action.isInBar,
    onSelect: () => select(action),
  })
  const entries = [...[...inBar, ...inMenu].map(entryOf), ...others]
  useOfferedActions([...editActions(t, form, editDenial), ...entries])
  return (
    <section className="desk-actions" aria-label={label}>
      <EditButtons form={form} disabledReason={editDenial} />
      {inBar.map((action) => (
        <Button
          key={action.word}
          {...(action.keyAction && shortcut(action.keyAction))}
          variant="secondary"
          className="bar-action"
          disabledReason={action.disabledReason}
          onClick={() => select(action)}
        >
          {action.text}
        </Button>
      ))}
      {entries.length > 0 && <MoreActions entries={entries} />}
      {open && renderDialog(open, handlers)}
    </section>
  )
}

/** What the buttons of editing do, for the palette. */
function editActions<D extends object, R extends LockStatus>(
  t: TFunction,
  form: EditFormOf<D, R>,
  disabledReason: string | undefined,
): readonly PageAction[] {
  if (form.state.phase === 'editing') return [{ text: t('editForm.save'), key: 'save', onSelect: form.save }]
  return [{ text: t('editForm.edit'), key: 'edit', disabledReason, onSelect: form.begin }]
}

/** Closes the dialog of an action that was performed. The pressed button may no longer exist: the title gets the focus. */
export function finishAction(form: { readonly afterAction: () => void }, close: () => void) {
  flushSync(close)
  form.afterAction()
  focusById(recordTitleId)
}

interface EditProps<D extends object, R extends LockStatus> {
  readonly form: EditFormOf<D, R>
  /** Why editing is disabled; undefined while it is enabled. */
  readonly disabledReason: string | undefined
}

/** Starts and ends editing of a record. */
function EditButtons<D extends object, R extends LockStatus>({ form, disabledReason }: EditProps<D, R>) {
  const { t } = useTranslation()
  const [isLeaving, setLeaving] = useState(false)
  if (form.state.phase === 'editing')
    return (
      <>
        <Button {...shortcut('save')} pending={form.isSaving} pendingText={t('editForm.saving')} onClick={form.save}>
          {t('editForm.save')}
        </Button>
        <Button variant="secondary" onClick={() => (form.hasChanges() ? setLeaving(true) : form.end())}>
          {t('editForm.leave')}
        </Button>
        {isLeaving && <LeaveDialog onConfirm={form.end} onClose={() => setLeaving(false)} />}
      </>
    )
  return (
    <Button
      {...shortcut('edit')}
      icon="it-pencil"
      pending={form.isBeginning}
      pendingText={t('editForm.editing')}
      disabledReason={disabledReason}
      onClick={form.begin}
    >
      {t('editForm.edit')}
    </Button>
  )
}

function LeaveDialog(handlers: { readonly onConfirm: () => void; readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('editForm.leaveTitle')}
      texts={{ confirm: t('editForm.leaveConfirm'), cancel: t('editForm.leaveStay'), close: t('site.close') }}
      isDanger
      {...handlers}
    >
      <p>{t('editForm.leaveText')}</p>
    </ConfirmDialog>
  )
}
