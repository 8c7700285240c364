import {
  appErrors,
  isRequired,
  type RegistryKind,
  readDraft,
  usesOf,
  withJoinedPhones,
  withoutHidden,
  writeWire,
} from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DeskFieldProps } from '#form/fields/desk-field-props.ts'
import { DeskFieldView } from '#form/fields/desk-field-view.tsx'
import { choiceIn, sectionsOf } from '#form/read-only/form-display.ts'
import { fieldSentences, useFormSession } from '#form/use-form-session.ts'
import { CallError } from '#lib/api/call-error.ts'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { today } from '#lib/i18n/format.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { addRecord } from './registry.queries.ts'
import {
  codeOf,
  displayOf,
  formOf,
  labelOf,
  type RecordDraft,
  type RecordKey,
  type RecordValues,
} from './registry-kinds.ts'

interface Props {
  /** Of the form, for its button. */
  readonly id: string
  readonly kind: RegistryKind
  readonly draft: RecordDraft
  readonly onChange: (draft: RecordDraft) => void
  readonly onCreated: (id: number) => void
  /** Looks for a code that a record has already, and tells why. */
  readonly onKnown: (code: string, callError: CallError) => void
}

/** A new record of the registry, begun with what is known. */
export function RecordForm({ id, kind, draft, onChange, onCreated, onKnown }: Props) {
  const { t } = useTranslation()
  const form = formOf(kind)
  const adding = useMutation({
    meta: { isHandled: true },
    mutationFn: (record: RecordValues) => addRecord(kind, writeWire(form, withoutHidden(form, record))),
    onSuccess: onCreated,
    onError: (error, record) => {
      const code = codeOf(record)
      const isKnown = error instanceof CallError && error.status === appErrors.record_known.status
      if (code && isKnown) onKnown(code, error)
    },
  })
  const session = useFormSession<RecordDraft, string>({
    id,
    start: draft,
    saved: { work: draft, write: onChange, forget: () => undefined },
    fields: Object.fromEntries(usesOf(form).map(({ key }) => [key, form.fields[key]?.wire ?? key])),
    labelOf: (key) => labelOf(t, key as RecordKey),
    check: (typed) => fieldSentences(t, read(kind, typed).fieldErrors),
    sending: adding,
    send: (typed) => adding.mutate(read(kind, typed).values),
  })
  const { values } = read(kind, draft)
  return (
    <form {...session.form} id={id}>
      <ErrorSummary {...session.summary} />
      {sectionsOf(form, values).map(({ group, uses }) => (
        <fieldset key={group} className="record-group">
          <legend>{displayOf(kind).headingOf(t, group)}</legend>
          <div className="case-fields">
            {uses.map((use) => (
              <RecordField
                key={use.key}
                {...session.field(use.key)}
                {...{ kind, draft, name: use.key as RecordKey }}
                required={isRequired(use, values)}
                onChange={(value) => session.change(withTyped(kind, draft, use.key, value))}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <CallErrorAlert error={session.callError} />
    </form>
  )
}

interface FieldProps extends Omit<DeskFieldProps, 'field'> {
  readonly kind: RegistryKind
  readonly name: RecordKey
  readonly draft: RecordDraft
}

function RecordField({ kind, name, draft, ...props }: FieldProps) {
  const { t } = useTranslation()
  const { [name]: field } = formOf(kind).fields
  if (!field) return null
  return (
    <DeskFieldView
      {...{ ...props, field }}
      parentValue={choiceIn(draft, field.parent)}
      removedLabel={t('lines.gone')}
    />
  )
}

/** The draft with another answer; what hangs on it goes. */
function withTyped(kind: RegistryKind, draft: RecordDraft, key: string, value: unknown): RecordDraft {
  const { fields } = formOf(kind)
  const below = Object.keys(fields).filter((one) => fields[one]?.parent === key)
  return below.reduce<RecordDraft>((typed, one) => withTyped(kind, typed, one, undefined), { ...draft, [key]: value })
}

/** What is typed as values, and what is wrong with it. */
const read = (kind: RegistryKind, draft: RecordDraft) => {
  const form = formOf(kind)
  return readDraft(form, withJoinedPhones(draft, form.fields) as never, today())
}
