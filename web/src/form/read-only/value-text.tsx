import { type Field, type FileRef, formatScreenDate, type PlainDate } from '@portal/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '#lib/i18n/format-bytes.ts'
import { useChoices } from '../choices.ts'

interface Props {
  readonly field: Field
  readonly value: unknown
  readonly parentValue?: number | undefined
}

function ChosenLabel({ field, value, parentValue }: Props) {
  const chosen = useChoices(field, parentValue).find(({ id }) => id === value)
  return <>{chosen?.label ?? '…'}</>
}

/** Names of files, with their sizes where they are known. */
function FileNames({ files }: { files: readonly (FileRef & { readonly size?: number })[] }) {
  const { i18n } = useTranslation()
  return (
    <ul className="file-names">
      {files.map(({ id, name, size }) => (
        <li key={id}>
          <bdi>{name}</bdi>{' '}
          {size !== undefined && <bdi className="upload-size">{formatBytes(size, i18n.language)}</bdi>}
        </li>
      ))}
    </ul>
  )
}

/** A field's value as people read it: on the summary, in the office's detail. */
export function ValueText({ field, value, parentValue }: Props): ReactNode {
  const { t } = useTranslation()
  if (field.kind === 'flag' || field.kind === 'consent') return t(value === true ? 'report.yes' : 'report.no')
  if (value === undefined || value === '') return t('report.notGiven')
  if (field.kind === 'choice') return <ChosenLabel {...{ field, value, parentValue }} />
  if (field.kind === 'files') return <FileNames files={value as readonly FileRef[]} />
  if (field.kind === 'longText')
    return (
      <span className="written-text" dir="auto">
        {String(value)}
      </span>
    )
  if (field.kind === 'date')
    return (
      <bdi dir="ltr" className="figures">
        {formatScreenDate(value as PlainDate)}
      </bdi>
    )
  return <bdi dir={field.kind === 'text' ? 'auto' : 'ltr'}>{String(value)}</bdi>
}
