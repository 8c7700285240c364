import { limits } from '@portal/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { notify } from '#lib/page/notices.ts'
import { useUser } from '#lib/session/current-user.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { MenuButton } from '#ui/menu-button.tsx'
import type { ListState, NewView, SavedEntry, SavedViews } from './list.ts'

interface Props<F> {
  readonly views: SavedViews<F>
  readonly state: ListState<F>
  /** The address of the list on show, without what no view keeps. */
  readonly href: string
}

export function useSavedEntries<F>({ queryKey, read, entriesOf }: SavedViews<F>): readonly SavedEntry[] {
  const { t } = useTranslation()
  const { data = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    staleTime: 60_000,
    meta: { isHandled: true },
  })
  return entriesOf(t, data)
}

/** Saves or deletes a view; the answer is the views that there are now. */
function useViewChange<V>({ queryKey }: Pick<SavedViews<never>, 'queryKey'>, change: (input: V) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: change,
    onSuccess: (views) => queryClient.setQueryData(queryKey, views),
  })
}

/** The lists that somebody narrowed and sorted and saved under a name; the one on show can be saved too. */
export function SavedViewsMenu<F>({ views, state, href }: Props<F>) {
  const { t } = useTranslation()
  const saved = useSavedEntries(views)
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  const handleClose = () => setDialog(undefined)
  const entries = saved.map((entry) => ({
    text: entry.isOfList ? entry.name : `${entry.title}: ${entry.name}`,
    href: entry.href,
    isCurrent: entry.href === href,
  }))
  const actions = [
    { text: t('list.savedViews.save'), onSelect: () => setDialog('save') },
    ...(saved.length > 0 ? [{ text: t('list.savedViews.manage'), onSelect: () => setDialog('manage') }] : []),
  ]
  return (
    <>
      <MenuButton groups={[...(entries.length > 0 ? [{ entries }] : []), { entries: actions }]}>
        {t('list.savedViews.title')}
      </MenuButton>
      {dialog === 'save' && <SaveDialog views={views} saved={saved} state={state} onClose={handleClose} />}
      {dialog === 'manage' && <ManageDialog views={views} saved={saved} onClose={handleClose} />}
    </>
  )
}

interface DialogProps<F> {
  readonly views: SavedViews<F>
  readonly saved: readonly SavedEntry[]
  readonly onClose: () => void
}

function SaveDialog<F>({ views, saved, state, onClose }: DialogProps<F> & { readonly state: ListState<F> }) {
  const { t } = useTranslation()
  const mayShare = views.mayShare?.(useUser().selectedRole)
  const save = useViewChange(views, (view: NewView) => views.save(view, state))
  const handleSaved = () => {
    notify({ kind: 'success', body: t('list.savedViews.saved') })
    onClose()
  }
  const session = useFormSession({
    id: 'saved-view',
    start: { name: '', isShared: false },
    fields: { name: 'nome', isShared: 'condivisa' },
    labelOf: (key) => t(`list.savedViews.${key}`),
    check: ({ name }) => ({ name: name.trim() === '' ? t('messages.campo_obbligatorio') : undefined }),
    sending: save,
    send: (view) => save.mutate(view, { onSuccess: handleSaved }),
  })
  const replaces = saved.some((entry) => entry.isOfList && entry.name === session.draft.name.trim())
  return (
    <FormDialog
      {...session.dialog}
      title={t('list.savedViews.save')}
      submitText={t(replaces ? 'list.savedViews.replace' : 'list.savedViews.confirm')}
      onClose={onClose}
    >
      <p>{t('list.savedViews.what')}</p>
      {state.sealedId !== undefined && <p>{t('list.savedViews.withoutWords')}</p>}
      <TextInput
        {...session.field('name')}
        hint={replaces ? t('list.savedViews.replaces') : undefined}
        maxLength={limits.savedViews.nameLength}
        required
      />
      {mayShare && (
        <Checkbox
          id="saved-view-shared"
          label={t('list.savedViews.isShared')}
          checked={session.draft.isShared}
          onChange={session.field('isShared').onChange}
        />
      )}
    </FormDialog>
  )
}

function ManageDialog<F>({ views, saved, onClose }: DialogProps<F>) {
  const { t } = useTranslation()
  const remove = useViewChange(views, views.remove)
  const status = useRef<HTMLParagraphElement>(null)
  const handleDelete = (id: number) => {
    remove.mutate(id)
    // What was pressed goes with the view.
    status.current?.focus()
  }
  return (
    <Modal
      title={t('list.savedViews.manage')}
      onClose={onClose}
      closeText={t('site.close')}
      footer={<Button onClick={onClose}>{t('site.close')}</Button>}
    >
      <CallErrorAlert error={remove.error} />
      <p role="status" tabIndex={-1} ref={status}>
        {[remove.isSuccess && t('list.savedViews.deleted'), saved.length === 0 && t('list.savedViews.none')]
          .filter(Boolean)
          .join(' ')}
      </p>
      <ul className="plain-list saved-views" aria-label={t('list.savedViews.title')}>
        {saved.map(({ id, title, name, isShared, isDeletable }) => (
          <li key={id}>
            <span>
              <bdi>{name}</bdi>
              <span>{` · ${title}${isShared ? ` · ${t('list.savedViews.shared')}` : ''}`}</span>
            </span>
            {isDeletable && (
              <IconButton
                icon="it-delete"
                label={t('list.savedViews.delete', { name })}
                onClick={() => handleDelete(id)}
              />
            )}
          </li>
        ))}
      </ul>
    </Modal>
  )
}
