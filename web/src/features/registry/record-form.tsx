import { appErrors, disagreementsOf, type RegistryKind, withoutHidden, writeWire } from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormField } from '#form/fields/form-field.tsx'
import { sectionsOf } from '#form/read-only/form-display.ts'
import { useFormSession } from '#form/use-form-session.ts'
import { CallError } from '#lib/api/call-error.ts'
import { CallErrorAlert } from '#lib/api/call-error-alert.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { BornAs } from './born-as.tsx'
import { SimilarRecords } from './duplicates/similar-records.tsx'
import { useSimilarRecords } from './duplicates/use-similar-records.ts'
import { addRecord } from './registry.queries.ts'
import { codeOf, displayOf, formOf, type RecordDraft, type RecordValues, recordTexts } from './registry-kinds.ts'
import { TaxCodeNote } from './tax-code-note.tsx'
import { editedRecords, readRecord } from './use-registry-form.ts'

interface Props {
  /** Of the form, for its button. */
  readonly id: string
  readonly kind: RegistryKind
  readonly draft: RecordDraft
  readonly onChange: (draft: RecordDraft) => void
  readonly onCreated: (id: number) => void
  /** Looks for a code that a record has already, and tells why; without it the form says so. */
  readonly onKnown?: ((code: string, callError: CallError) => void) | undefined
}

/** Inserts a record, unless others are like it and have not been shown yet. */
function useInsert({ kind, onCreated, onKnown }: Pick<Props, 'kind' | 'onCreated' | 'onKnown'>) {
  const form = formOf(kind)
  const similar = useSimilarRecords(kind)
  const adding = useMutation({
    meta: { isHandled: true },
    mutationFn: (values: RecordValues) =>
      similar.save({
        values,
        send: async () => ({ id: await addRecord(kind, writeWire(form, withoutHidden(form, values))) }),
      }),
    onSuccess: (inserted) => inserted && onCreated(inserted.id),
    onError: (error, record) => {
      const code = codeOf(record)
      const isKnown = error instanceof CallError && error.status === appErrors.record_known.status
      if (code && isKnown) onKnown?.(code, error)
    },
  })
  return { adding, similar }
}

/** A new record of the registry, begun with what is known. */
export function RecordForm({ id, kind, draft, onChange, onCreated, onKnown }: Props) {
  const { t } = useTranslation()
  const form = formOf(kind)
  const edited = editedRecords[kind]
  const { adding, similar } = useInsert({ kind, onCreated, onKnown })
  const session = useFormSession<RecordDraft, string>({
    id,
    start: draft,
    saved: { work: draft, write: onChange, forget: () => undefined },
    fields: edited.wires,
    keyAt: (path) => edited.placeAt(path),
    labelOf: (place) => edited.labelOfPlace(t, place),
    check: (typed) => edited.errorsOf(t, readRecord(kind, typed).fieldErrors),
    sending: adding,
    send: (typed) => adding.mutate(readRecord(kind, typed).values),
  })
  const { values } = readRecord(kind, draft)
  return (
    <form {...session.form} id={id}>
      <ErrorSummary {...session.summary} />
      {sectionsOf(form, values).map(({ group, uses }) => (
        <fieldset key={group} className="record-group">
          <legend>{displayOf(kind).headingOf(t, group)}</legend>
          <div className="case-fields">
            {uses.map((use) => (
              <FormField
                key={use.key}
                id={`${id}-${use.key}`}
                form={form}
                use={use}
                draft={draft}
                values={values}
                texts={recordTexts}
                errorOf={session.errorOf}
                removedLabel={t('lines.gone')}
                set={(key, value) => session.change(edited.withValue({}, key, value))}
              />
            ))}
          </div>
          {uses.some(({ key }) => key === 'taxCode') && <BornAs values={values} onChange={session.change} />}
        </fieldset>
      ))}
      <SimilarRecords kind={kind} rows={similar.shown} text={t('registry.duplicates.similarNew')} />
      <TaxCodeNote facts={disagreementsOf(values)} />
      <CallErrorAlert error={session.callError} />
    </form>
  )
}
