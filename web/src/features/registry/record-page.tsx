import {
  can,
  disagreementsOf,
  type OrganisationOfContact,
  paths,
  type RegistryKind,
  registryValuesOf,
} from '@portal/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EditNotes } from '#form/edit/edit-notes.tsx'
import { PagedTimeline } from '#lib/backoffice/paged-timeline.tsx'
import { useUser } from '#lib/session/current-user.ts'
import { HistoryEntry } from '#record/history-entry.tsx'
import { LockLine } from '#record/lock-line.tsx'
import { RecordActionBar } from '#record/record-action-bar.tsx'
import { recordTitleId, useRecordAddress } from '#record/record-address.ts'
import { RecordEditor, RecordFields } from '#record/record-editor.tsx'
import { RecordFrame } from '#record/record-frame.tsx'
import type { Elements } from '#ui/elements.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { BornAs } from './born-as.tsx'
import { MergeUndo } from './duplicates/merge-undo.tsx'
import { SimilarRecords } from './duplicates/similar-records.tsx'
import { recordEventsQuery, recordQuery } from './registry.queries.ts'
import {
  codeOf,
  displayOf,
  formOf,
  listLink,
  nameOf,
  type RecordDetail,
  type RecordValues,
  recordHref,
} from './registry-kinds.ts'
import { TaxCodeNote } from './tax-code-note.tsx'
import { editedRecords, useRegistryForm } from './use-registry-form.ts'

interface Props {
  /** Shows the cases that refer to a record. */
  readonly renderCases: (kind: RegistryKind, id: number) => Elements
  /** Shows the associations of a code. */
  readonly renderAssociations: (kind: RegistryKind, code: string) => Elements
  /** The entries of the audit log about a record. */
  readonly readersHref: (kind: RegistryKind, id: number) => string
}

/** A record of the registry, with the cases that refer to it; the address says of which kind it is. */
export function RecordPage({ renderCases, renderAssociations, readersHref }: Props) {
  const { t } = useTranslation()
  const kind: RegistryKind = useLocation().pathname.endsWith(paths.organisationDetail) ? 'organisation' : 'person'
  const list = listLink(t, kind)
  const { recordId = 0 } = useRecordAddress()
  const { selectedRole } = useUser()
  const loading = useQuery({ ...recordQuery(kind, recordId), enabled: recordId > 0 })
  return (
    <RecordFrame<RecordDetail>
      key={`${kind} ${recordId}`}
      loading={recordId > 0 ? loading : undefined}
      title={t(`registry.page.${kind}`)}
      list={list}
      texts={{
        loading: t('registry.page.loading'),
        notFound: t('registry.page.missing'),
        toList: list.text,
      }}
      hrefOf={(id) => recordHref(kind, id)}
      codeOf={({ id, values }) => codeOf(values) ?? t('registry.number', { id })}
      renderFacts={() => null}
      aside={
        recordId > 0 &&
        selectedRole === 'manager' && <NavLink href={readersHref(kind, recordId)}>{t('registry.page.readers')}</NavLink>
      }
      name={loading.data && nameOf(loading.data.values)}
    >
      {(record) => (
        <div className="stack">
          <OpenRecord kind={kind} record={record} />
          {record.contactOf && <ContactOf bodies={record.contactOf} />}
          {renderCases(kind, recordId)}
          {codeOf(record.values) && renderAssociations(kind, codeOf(record.values) ?? '')}
          <RecordHistory kind={kind} id={recordId} />
        </div>
      )}
    </RecordFrame>
  )
}

interface RecordProps {
  readonly kind: RegistryKind
  readonly record: RecordDetail
}

function OpenRecord({ kind, record }: RecordProps) {
  const { t } = useTranslation()
  const form = useRegistryForm(kind, record)
  const { edit } = record.actions
  const hasDraft = form.storedDraft !== undefined || form.state.phase === 'lost'
  const denial = edit ?? (hasDraft ? 'draft' : undefined)
  const shown = form.state.phase === 'editing' ? form.valuesOf(form.state.work.draft) : record.values
  return (
    <RecordEditor
      form={form}
      onEditing={() => undefined}
      contentClass="stack"
      notes={
        <>
          <LockLine lockedUntil={form.lockedUntil} />
          <div className="stack case-notes">
            <EditNotes record={record} form={form} edited={editedRecords[kind]} titleId={recordTitleId} />
            {form.state.phase === 'editing' && <BornAs values={shown} onChange={form.change} />}
            <TaxCodeNote facts={disagreementsOf(shown)} />
            <SimilarRecords kind={kind} rows={form.similar} text={t('registry.duplicates.similarEdited')} />
          </div>
        </>
      }
      actions={
        <RecordActionBar
          label={t('registry.page.actions')}
          form={form}
          editDenial={denial && t(`registry.page.edit.${denial}`)}
          actions={[]}
          renderDialog={() => null}
        />
      }
    >
      <RecordFields
        form={form}
        record={record}
        isWritable={() => true}
        stepIds={formOf(kind).steps.map(({ id }) => id)}
      />
    </RecordEditor>
  )
}

/** The bodies that name a person as contact or legal representative. */
function ContactOf({ bodies }: { readonly bodies: readonly OrganisationOfContact[] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('registry.page.contactOf')}>
      <p>{t('registry.page.contactOfText')}</p>
      <ul className="plain-list">
        {bodies.map(({ id, name }) => (
          <li key={id}>
            <NavLink href={recordHref('organisation', id)}>
              <bdi>{name}</bdi>
            </NavLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The history of a record, newest first. */
function RecordHistory({ kind, id }: { readonly kind: RegistryKind; readonly id: number }) {
  const { t } = useTranslation()
  const display = displayOf(kind)
  const { selectedRole } = useUser()
  const mayUndo = can('administration', selectedRole)
  return (
    <PagedTimeline
      texts={{
        title: t('registry.page.history'),
        loading: t('registry.page.historyLoading'),
        none: t('registry.page.historyNone'),
      }}
      query={useInfiniteQuery(recordEventsQuery(kind, id))}
      renderEntry={(event) => (
        <HistoryEntry
          event={event}
          title={t(`registry.page.kinds.${event.kind}`)}
          who={event.by ?? t('registry.page.portal')}
          isFirst={event.kind === 'insert'}
          display={display}
          valuesOf={registryValuesOf[kind] as (body: object) => RecordValues}
          renderStatus={() => null}
        >
          {mayUndo && <MergeUndo kind={kind} event={event} />}
        </HistoryEntry>
      )}
    />
  )
}
