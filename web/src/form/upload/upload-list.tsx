import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import type { UploadQueue } from './upload-queue.ts'
import { useUploads } from './upload-queue.ts'
import { KeptRow, removeIdOf, UploadRow } from './upload-rows.tsx'

interface Props {
  readonly queue: UploadQueue
  /** The button that chooses files: where focus goes when the list is empty. */
  readonly chooseId: string
}

/** The files of a form with what became of each; deleting asks first, and leaves focus beside what was deleted. */
export function UploadList({ queue, chooseId }: Props) {
  const { t } = useTranslation()
  const { accepted, uploads } = useUploads(queue)
  const list = useRef<HTMLUListElement>(null)
  const [removal, setRemoval] = useState<string>()
  const [removing, setRemoving] = useState<string>()
  const focusNext = useFocusOnChange(accepted.length + uploads.length)
  const ids = [...accepted.map(({ id }) => id), ...uploads.map(({ key }) => String(key))]
  const besideOf = (id: string) => {
    const beside = ids[ids.indexOf(id) + 1] ?? ids[ids.indexOf(id) - 1]
    return beside === undefined ? chooseId : removeIdOf(beside)
  }
  const handleRemove = async (id: string) => {
    setRemoval(undefined)
    setRemoving(id)
    focusNext(besideOf(id))
    await queue.remove(id)
    setRemoving(undefined)
  }
  const handleCancel = (key: number) => {
    focusNext(besideOf(String(key)))
    queue.cancel(key)
  }
  const handleClean = async (id: string) => {
    list.current?.focus()
    await queue.clean(id)
  }
  if (ids.length === 0) return null
  return (
    <>
      {/* Where focus stays while a file is exchanged, and its row with it. */}
      <ul ref={list} tabIndex={-1} className="upload-list" aria-label={t('upload.list')}>
        {accepted.map((file) => (
          <KeptRow
            key={file.id}
            file={file}
            isRemoving={removing === file.id}
            onRemove={() => setRemoval(file.id)}
            isFromBefore={queue.isFromBefore(file.id)}
            onClean={queue.canClean(file.id) ? () => handleClean(file.id) : undefined}
          />
        ))}
        {uploads.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            area={queue.area}
            onCancel={() => handleCancel(upload.key)}
            onRetry={() => queue.retry(upload.key)}
            onShrink={() => {
              list.current?.focus()
              void queue.shrink(upload.key)
            }}
            onDecide={(decision) => {
              list.current?.focus()
              void queue.decide(upload.key, decision)
            }}
          />
        ))}
      </ul>
      {removal !== undefined && (
        <ConfirmDialog
          title={t('upload.deleteTitle', { name: accepted.find(({ id }) => id === removal)?.name })}
          texts={{ confirm: t('upload.delete'), cancel: t('upload.keep'), close: t('site.close') }}
          isDanger
          onConfirm={() => void handleRemove(removal)}
          onClose={() => setRemoval(undefined)}
        >
          <p>
            <bdi>{accepted.find(({ id }) => id === removal)?.name}</bdi>
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** Moves focus to an element once the list has got shorter, if it was lost with the entry. */
function useFocusOnChange(length: number) {
  const next = useRef<string>(undefined)
  const last = useRef(length)
  useEffect(() => {
    const isShorter = length < last.current
    last.current = length
    if (!isShorter || next.current === undefined) return
    if (document.activeElement === document.body) focusById(next.current)
    next.current = undefined
  }, [length])
  return (id: string) => {
    next.current = id
  }
}
