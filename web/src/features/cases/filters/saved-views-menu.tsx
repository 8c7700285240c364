import { limits, type SavedView } from '@portal/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogRefusal } from '#lib/api/dialog-refusal.tsx'
import { faultAt } from '#lib/api/fault-at.ts'
import { notify } from '#lib/page/notices.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { MenuButton } from '#ui/menu-button.tsx'
import { type CaseListSearch, listHref } from '../list/case-list-search.ts'
import { type CaseList, caseLists } from '../list/case-lists.ts'
import { orderingsOf, sortOf } from '../list/case-sort.ts'
import { savedViewsQuery, useDeleteView, useSaveView } from './saved-views.queries.ts'

interface Props {
  readonly list: CaseList
  readonly search: CaseListSearch
}

/** The lists that an operator narrowed and sorted and kept under a name; the one on show can be kept too. */
export function SavedViewsMenu({ list, search }: Props) {
  const { t } = useTranslation()
  const { data: views = [] } = useQuery(savedViewsQuery)
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  const handleClose = () => setDialog(undefined)
  const here = listHref(list, { ...search, sealedId: undefined })
  const entries = views.map((view) => ({
    text: view.view === list.view ? view.name : `${t(`cases.lists.${view.view}`)}: ${view.name}`,
    href: hrefOf(view),
    isCurrent: hrefOf(view) === here,
  }))
  const actions = [
    { text: t('cases.savedViews.save'), onSelect: () => setDialog('save') },
    ...(views.length > 0 ? [{ text: t('cases.savedViews.manage'), onSelect: () => setDialog('manage') }] : []),
  ]
  return (
    <>
      <MenuButton groups={[...(entries.length > 0 ? [{ entries }] : []), { entries: actions }]}>
        {t('cases.savedViews.title')}
      </MenuButton>
      {dialog === 'save' && <SaveDialog list={list} search={search} onClose={handleClose} />}
      {dialog === 'manage' && <ManageDialog views={views} onClose={handleClose} />}
    </>
  )
}

const hrefOf = ({ view, filters, orderings, size = limits.page.rows }: SavedView) =>
  listHref(caseLists[view], { filters, sort: sortOf(orderings), size })

const nameId = 'saved-view-name'

function SaveDialog({ list, search, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const { data: views = [] } = useQuery(savedViewsQuery)
  const save = useSaveView(() => {
    notify({ kind: 'success', body: t('cases.savedViews.saved') })
    onClose()
  })
  const replaces = views.some((view) => view.view === list.view && view.name === name.trim())
  const [isTried, setTried] = useState(false)
  const isNameless = isTried && name.trim() === ''
  const fault = isNameless ? t('messages.campo_obbligatorio') : faultAt(save.error, 'nome')
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '') return focusById(nameId)
    const { filters, sort } = search
    const size = limits.page.choices.find((choice) => choice === search.size)
    save.mutate({ body: { view: list.view, name, filters, orderings: orderingsOf(sort), size } })
  }
  return (
    <Modal
      title={t('cases.savedViews.save')}
      onClose={onClose}
      closeText={t('site.close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('desk.cancel')}
          </Button>
          <Button type="submit" form="save-view" pending={save.isPending} pendingText={t('cases.savedViews.saving')}>
            {t(replaces ? 'cases.savedViews.replace' : 'cases.savedViews.confirm')}
          </Button>
        </>
      }
    >
      <form id="save-view" noValidate onSubmit={handleSubmit}>
        {!fault && <DialogRefusal error={save.error} />}
        <p>{t('cases.savedViews.what')}</p>
        {search.sealedId !== undefined && <p>{t('cases.savedViews.withoutWords')}</p>}
        <TextInput
          id={nameId}
          label={t('cases.savedViews.name')}
          hint={replaces ? t('cases.savedViews.replaces') : undefined}
          value={name}
          onChange={setName}
          error={fault}
          maxLength={limits.savedViews.nameLength}
          required
        />
      </form>
    </Modal>
  )
}

function ManageDialog({ views, onClose }: { views: readonly SavedView[]; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useDeleteView()
  const told = useRef<HTMLParagraphElement>(null)
  const handleDelete = (id: number) => {
    remove.mutate(id)
    // What was pressed goes with the view.
    told.current?.focus()
  }
  return (
    <Modal
      title={t('cases.savedViews.manage')}
      onClose={onClose}
      closeText={t('site.close')}
      footer={<Button onClick={onClose}>{t('site.close')}</Button>}
    >
      <DialogRefusal error={remove.error} />
      <p role="status" tabIndex={-1} ref={told}>
        {remove.isSuccess && t('cases.savedViews.deleted')} {views.length === 0 && t('cases.savedViews.none')}
      </p>
      <ul className="plain-list saved-views" aria-label={t('cases.savedViews.title')}>
        {views.map(({ id, view, name }) => (
          <li key={id}>
            <span>
              <bdi>{name}</bdi> · {t(`cases.lists.${view}`)}
            </span>
            <IconButton
              icon="it-delete"
              label={t('cases.savedViews.delete', { name })}
              onClick={() => handleDelete(id)}
            />
          </li>
        ))}
      </ul>
    </Modal>
  )
}
