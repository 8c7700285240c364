import {
  type FormIssue,
  isRequired,
  isShown,
  problems,
  type RegistryKind,
  readDraft,
  usesOf,
  withJoinedPhones,
  withoutHidden,
  writeWire,
} from '@portal/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeskFieldView } from '#form/desk-field-view.tsx'
import { CallError } from '#lib/api/call-error.ts'
import { DialogRefusal } from '#lib/api/dialog-refusal.tsx'
import { today } from '#lib/i18n/format.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { addRecord } from './registry.queries.ts'
import { codeOf, formOf, labelOf, type RecordDraft, type RecordKey, type RecordValues } from './registry-kinds.ts'

interface Props {
  /** Of the form, for its button. */
  readonly id: string
  readonly kind: RegistryKind
  readonly draft: RecordDraft
  readonly onChange: (draft: RecordDraft) => void
  readonly onCreated: (id: number) => void
  /** Looks for a code that a record has already, and tells why. */
  readonly onKnown: (code: string, refusal: CallError) => void
}

type Told = FormIssue & { readonly text?: string }

/** A new record of the registry, begun with what is known. */
export function RecordForm({ id, kind, draft, onChange, onCreated, onKnown }: Props) {
  const { t } = useTranslation()
  const form = formOf(kind)
  const [attempt, setAttempt] = useState(0)
  // What the server found wrong is true until the field is changed.
  const [faults, setFaults] = useState<readonly Told[]>([])
  const { values, issues } = readDraft(form, withJoinedPhones(draft, form.fields) as never, today())
  const adding = useMutation({
    meta: { isHandled: true },
    mutationFn: (record: RecordValues) => addRecord(kind, writeWire(form, withoutHidden(form, record))),
    onSuccess: onCreated,
    onError: (error, record) => {
      const code = codeOf(record)
      const isKnown = error instanceof CallError && error.status === problems.record_known.status
      if (code && isKnown) return onKnown(code, error)
      setFaults(faultsOf(error, kind))
    },
  })
  const told: Told[] = attempt === 0 ? [] : [...issues, ...faults]
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setAttempt(attempt + 1)
    setFaults([])
    if (issues.length === 0 && !adding.isPending) adding.mutate(values)
  }
  const handleChange = (key: RecordKey, value: unknown) => {
    setFaults(faults.filter((fault) => fault.key !== key))
    onChange(withTyped(kind, draft, key, value))
  }
  const uses = usesOf(form).filter((use) => isShown(use, values))
  const groups = [...new Set(uses.map(({ group }) => group))] as const
  const textOf = ({ message, params, text }: Told) => text ?? t(`messages.${message}`, params ?? {})
  return (
    <form id={id} noValidate onSubmit={handleSubmit}>
      <ErrorSummary
        title={t('report.errorTitle')}
        attempt={faults.length > 0 ? adding.error : attempt}
        errors={told.map((issue) => ({
          fieldId: `${id}-${issue.key}`,
          text: `${labelOf(t, issue.key as RecordKey)}: ${textOf(issue)}`,
        }))}
      />
      {groups.map((group) => (
        <fieldset key={group} className="record-group">
          <legend>{t(`registry.groups.${group as GroupName}`)}</legend>
          <div className="case-fields">
            {uses
              .filter((use) => use.group === group)
              .map((use) => {
                const key = use.key as RecordKey
                const field = form.fields[key]
                const issue = told.find((one) => one.key === key)
                return (
                  field && (
                    <DeskFieldView
                      key={key}
                      id={`${id}-${key}`}
                      field={field}
                      label={labelOf(t, key)}
                      error={issue && textOf(issue)}
                      required={isRequired(use, values)}
                      value={draft[key]}
                      parentValue={field.parent === undefined ? undefined : (draft[field.parent] as number | undefined)}
                      goneLabel={t('lines.gone')}
                      onChange={(value) => handleChange(key, value)}
                    />
                  )
                )
              })}
          </div>
        </fieldset>
      ))}
      {faultsOf(adding.error, kind).length === 0 && <DialogRefusal error={adding.error} />}
    </form>
  )
}

type GroupName = 'identity' | 'birth' | 'contacts' | 'residence'

/** The draft with another answer; what hangs on it goes. */
function withTyped(kind: RegistryKind, draft: RecordDraft, key: string, value: unknown): RecordDraft {
  const { fields } = formOf(kind)
  const below = Object.keys(fields).filter((one) => fields[one]?.parent === key)
  return below.reduce<RecordDraft>((typed, one) => withTyped(kind, typed, one, undefined), { ...draft, [key]: value })
}

/** What the server found wrong, at its fields. */
function faultsOf(error: Error | null, kind: RegistryKind): Told[] {
  if (!(error instanceof CallError)) return []
  const fields = Object.entries(formOf(kind).fields)
  return error.faults.flatMap(({ campo, codice, messaggio }) => {
    const [key] = fields.find(([, { wire }]) => wire === campo) ?? []
    return key ? [{ key, path: campo, message: codice as FormIssue['message'], text: messaggio }] : []
  })
}
