import { type CaseKey, type FileRef, inActionOrder } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { RecordName } from '#features/registry/index.ts'
import { DeskValueText } from '#form/desk-value-text.tsx'
import { fieldOf } from './case-draft.ts'
import { choiceIn } from './case-field.tsx'
import { columnsOf, mainTextsOf, wordsOf } from './case-field-texts.ts'
import { CaseFiles } from './case-files.tsx'
import { recordKindOf } from './case-record.ts'

interface Props {
  readonly fieldKey: CaseKey
  /** The case, as values or as a draft: its other fields filter some lists. */
  readonly values: object
}

type Actions = Parameters<typeof inActionOrder>[0]

/** Lines that are shown in another order (specification 2 §9). */
const inShownOrder: Partial<Record<CaseKey, (value: unknown) => unknown>> = {
  performedActions: (value) => inActionOrder(value as Actions),
}

/** A field of a case as text. */
export function CaseValue({ fieldKey, values }: Props) {
  const { t } = useTranslation()
  const field = fieldOf(fieldKey)
  const value = (values as Record<string, unknown>)[fieldKey]
  if (field.kind === 'files' && value !== undefined) return <CaseFiles files={value as readonly FileRef[]} />
  const kind = recordKindOf(fieldKey)
  if (kind && typeof value === 'number') return <RecordName kind={kind} id={value} />
  const order = value === undefined ? undefined : inShownOrder[fieldKey]
  return (
    <DeskValueText
      field={field}
      value={order ? order(value) : value}
      parentValue={choiceIn(values, field.parent)}
      words={wordsOf(t, fieldKey)}
      columns={field.columns && columnsOf(t, fieldKey)}
      main={mainTextsOf(t, fieldKey)?.badge}
    />
  )
}
