import type { Correspondence } from '@portal/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KeptTab } from '#record/record-tabs.tsx'
import { classNames } from '#ui/class-names.ts'
import { RadioRow } from '#ui/field/radio-row.tsx'
import { CommentForm } from './comment-form.tsx'
import { ReplyForm } from './reply-form.tsx'

const modes = ['message', 'comment'] as const

/**
 * The box at the foot of the correspondence: a message to the reporter or a comment of the office, each with its draft. It stays in
 * view, in one line until the focus first reaches it.
 */
export function WriteBox({ caseId, ...rights }: Correspondence & { readonly caseId: number }) {
  const { t } = useTranslation()
  const { canWrite, canComment } = rights
  const [mode, setMode] = useState<(typeof modes)[number]>('message')
  const [isOpened, setOpened] = useState(false)
  const shown = canWrite ? mode : 'comment'
  if (!(canWrite || canComment)) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: grows when the focus comes into it
    <div className={classNames('write-box no-print', !isOpened && 'write-box-closed')} onFocus={() => setOpened(true)}>
      {canWrite && canComment && (
        <RadioRow
          id="write-mode"
          label={t('comments.modes.label')}
          options={modes.map((value) => ({ value, label: t(`comments.modes.${value}`) }))}
          value={mode}
          onChange={(chosen) => setMode(modes.find((one) => one === chosen) ?? 'message')}
        />
      )}
      {canWrite && (
        <div hidden={shown !== 'message'}>
          <ReplyForm caseId={caseId} {...rights} />
        </div>
      )}
      {canComment && (
        <KeptTab isShown={shown === 'comment'}>
          <div className="comment-box">
            <CommentForm caseId={caseId} />
          </div>
        </KeptTab>
      )}
    </div>
  )
}
