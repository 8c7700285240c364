import {
  type CaseView,
  type ExcludedIds,
  type ExportFormat,
  type ExportKind,
  type ExportTemplate,
  exportColumnsOf,
  exportFormats,
  limits,
} from '@portal/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#form/form-dialog.tsx'
import { useFormSession } from '#form/use-form-session.ts'
import { notify } from '#lib/page/notices.ts'
import { draftOf } from '#list/filters/filter-draft.ts'
import { FilterWords } from '#list/filters/filter-words.tsx'
import { useListOnShow } from '#list/list-on-show.ts'
import { Button } from '#ui/button.tsx'
import { Alert } from '#ui/feedback/alert.tsx'
import { Modal } from '#ui/feedback/modal.tsx'
import { Checkbox } from '#ui/field/checkbox.tsx'
import { FieldGroup } from '#ui/field/field-frame.tsx'
import { RadioRow } from '#ui/field/radio-row.tsx'
import { Select } from '#ui/field/select.tsx'
import { TextInput } from '#ui/field/text-input.tsx'
import { ExportProgress } from './export-progress.tsx'
import {
  type ExportedRows,
  saveChosen,
  saveTemplate,
  startExport,
  templatesQuery,
  useDeleteTemplate,
} from './exports.queries.ts'

interface Props {
  readonly kind: ExportKind
  readonly view: CaseView | undefined
  readonly rows: ExportedRows
  readonly onClose: () => void
}

/** The default columns, own ones, or those of the template with this id. */
type Columns = 'default' | 'own' | `${number}`

interface Draft {
  readonly format: ExportFormat
  readonly columns: Columns
  /** The own columns. */
  readonly chosen: readonly string[]
  /** Under which the own columns are saved; empty where they are not. */
  readonly templateName: string
}

const wires = { format: 'formato', columns: 'colonne', chosen: 'colonne', templateName: 'nome' } as const

const defaultsOf = (kind: ExportKind) =>
  exportColumnsOf(kind).flatMap(({ wire, isDefault }) => (isDefault ? [wire] : []))

const columnsOf = (kind: ExportKind, { columns, chosen }: Draft, templates: readonly ExportTemplate[]) => {
  if (columns === 'own') return chosen
  return templates.find(({ id }) => `${id}` === columns)?.columns ?? defaultsOf(kind)
}

/** Asks for the format and the columns of a file, then saves it, or starts it and shows how far it is. */
export function ExportDialog(props: Props) {
  const [sent, setSent] = useState<Sent>()
  if (sent?.startedId !== undefined)
    return <ExportProgress kind={props.kind} id={sent.startedId} onClose={props.onClose} />
  if (sent?.excluded) return <ExcludedRows excluded={sent.excluded} onClose={props.onClose} />
  return <ExportForm {...props} onSent={setSent} />
}

/** What became of a request: the number of an export that was started, or the chosen rows that a saved file leaves out. */
interface Sent {
  readonly startedId?: number
  readonly excluded?: ExcludedIds | undefined
}

/** The file is saved, but not with every chosen row. */
function ExcludedRows({ excluded: { ids, more }, onClose }: { excluded: ExcludedIds; onClose: () => void }) {
  const { t } = useTranslation()
  const numbers = ids.join(', ')
  return (
    <Modal
      title={t('exportPage.saved')}
      onClose={onClose}
      closeText={t('site.close')}
      footer={<Button onClick={onClose}>{t('site.close')}</Button>}
    >
      <Alert kind="warning" announce="politely" title={t('exportPage.excluded', { count: ids.length + more })}>
        {more > 0 ? t('exportPage.excludedMore', { numbers, count: more }) : numbers}
      </Alert>
    </Modal>
  )
}

/** Saves the template, if the user named one, then makes the file. */
function useExport({ kind, view, rows }: Props, templates: readonly ExportTemplate[]) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: async (draft: Draft): Promise<Sent> => {
      const columns = columnsOf(kind, draft, templates)
      const name = draft.templateName.trim()
      if (draft.columns === 'own' && name !== '') {
        const saved = await saveTemplate({ kind, name, columns: [...columns] })
        queryClient.setQueryData(templatesQuery.queryKey, saved.rows)
      }
      const choice = { kind, view, columns, format: draft.format }
      if ('filters' in rows) return { startedId: await startExport(choice, rows) }
      return { excluded: await saveChosen(choice, rows) }
    },
  })
}

function ExportForm(props: Props & { readonly onSent: (sent: Sent) => void }) {
  const { kind, rows, onSent, onClose } = props
  const { t } = useTranslation()
  const templates = (useQuery(templatesQuery).data ?? []).filter((template) => template.kind === kind)
  const sending = useExport(props, templates)
  const handleDone = (sent: Sent) => {
    if (sent.startedId !== undefined || sent.excluded) return onSent(sent)
    notify({ kind: 'success', body: t('exportPage.saved') })
    onClose()
  }
  const session = useFormSession<Draft, keyof Draft>({
    id: 'export',
    start: { format: 'xlsx', columns: 'default', chosen: defaultsOf(kind), templateName: '' },
    fields: wires,
    labelOf: (key) => t(`exportPage.fields.${key}`),
    check: ({ columns, chosen }) => ({
      chosen: columns === 'own' && chosen.length === 0 ? t('exportPage.noColumn') : undefined,
    }),
    sending,
    send: (draft) => sending.mutate(draft, { onSuccess: handleDone }),
  })
  return (
    <FormDialog
      {...session.dialog}
      title={'ids' in rows ? t('exportPage.titleChosen', { count: rows.ids.length }) : t('exportPage.title')}
      submitText={t('ids' in rows ? 'exportPage.save' : 'exportPage.start')}
      onClose={onClose}
    >
      {'filters' in rows && <FileContent />}
      <FileFields session={session} kind={kind} templates={templates} />
    </FormDialog>
  )
}

/** How many rows the file of a whole list will have, and by which filters. */
function FileContent() {
  const { t } = useTranslation()
  const shown = useListOnShow()
  if (!shown?.page) return null
  const { list, filters, page } = shown
  const words = draftOf(list, filters)
  const isFiltered = Object.values(words).some(Boolean)
  return (
    <div className="export-content">
      <p>
        <strong>
          {t(page.countIsMore ? 'exportPage.containsMore' : 'exportPage.contains', { count: page.count })}
        </strong>{' '}
        <span>{t(isFiltered ? 'exportPage.filtered' : 'exportPage.unfiltered')}</span>
      </p>
      <FilterWords list={list} filters={filters} />
    </div>
  )
}

interface FieldsProps {
  readonly session: ReturnType<typeof useFormSession<Draft, keyof Draft>>
  readonly kind: ExportKind
  readonly templates: readonly ExportTemplate[]
}

/** Format and columns. */
function FileFields({ session, kind, templates }: FieldsProps) {
  const { t } = useTranslation()
  const { draft } = session
  return (
    <div className="stack">
      <RadioRow
        {...session.field('format')}
        options={Object.keys(exportFormats).map((format) => ({
          value: format,
          label: t(`exportPage.formats.${format as ExportFormat}`),
        }))}
        onChange={(format) => session.set('format', format as ExportFormat)}
      />
      <Select
        {...session.field('columns')}
        options={[
          { value: 'default', label: t('exportPage.defaultColumns') },
          ...templates.map(({ id, name }) => ({ value: `${id}`, label: name })),
          { value: 'own', label: t('exportPage.ownColumns') },
        ]}
        onChange={(columns) => session.set('columns', columns as Columns)}
      />
      {draft.columns === 'own' ? (
        <>
          <OwnColumns
            {...session.field('chosen')}
            kind={kind}
            chosen={draft.chosen}
            onChange={(chosen) => session.set('chosen', chosen)}
          />
          <TextInput
            {...session.field('templateName')}
            hint={t('exportPage.templateHint')}
            note={t('exportPage.optional')}
            maxLength={limits.exports.templateName}
          />
        </>
      ) : (
        <ColumnNames
          kind={kind}
          columns={columnsOf(kind, draft, templates)}
          templateId={templates.find(({ id }) => `${id}` === draft.columns)?.id}
          onDeleted={() => session.set('columns', 'default')}
        />
      )}
    </div>
  )
}

interface OwnColumnsProps {
  readonly id: string
  readonly label: string
  readonly error?: string | undefined
  readonly kind: ExportKind
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** A box for each column; the file has them in the order of the table. */
function OwnColumns({ id, label, error, kind, chosen, onChange }: OwnColumnsProps) {
  const columns = exportColumnsOf(kind)
  const choose = (wire: string, isChosen: boolean) =>
    onChange(
      columns.flatMap((column) =>
        (column.wire === wire ? isChosen : chosen.includes(column.wire)) ? [column.wire] : [],
      ),
    )
  return (
    <FieldGroup id={id} label={label} error={error}>
      <div className="export-columns">
        {columns.map(({ wire, header }, index) => (
          <Checkbox
            key={wire}
            id={index === 0 ? id : `${id}-${wire}`}
            label={header}
            checked={chosen.includes(wire)}
            onChange={(isChosen) => choose(wire, isChosen)}
          />
        ))}
      </div>
    </FieldGroup>
  )
}

interface ColumnNamesProps {
  readonly kind: ExportKind
  readonly columns: readonly string[]
  /** The template that the columns are of. */
  readonly templateId: number | undefined
  readonly onDeleted: () => void
}

/** The headings of the file, and the way to delete a template. */
function ColumnNames({ kind, columns, templateId, onDeleted }: ColumnNamesProps) {
  const { t } = useTranslation()
  const remove = useDeleteTemplate()
  const headers = exportColumnsOf(kind).flatMap(({ wire, header }) => (columns.includes(wire) ? [header] : []))
  return (
    <div className="stack">
      <p className="field-hint">{headers.join(' · ')}</p>
      {templateId !== undefined && (
        <Button
          variant="quiet"
          size="sm"
          pending={remove.isPending}
          pendingText={t('site.wait')}
          onClick={() => remove.mutate(templateId, { onSuccess: onDeleted })}
        >
          {t('exportPage.deleteTemplate')}
        </Button>
      )}
    </div>
  )
}
