import { type CaseDetail, type CaseView, can, type Role } from '@portal/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { notifyError } from '#lib/api/notify-error.ts'
import { useGo } from '#lib/page/navigation.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { neighbourHrefs, readListState } from '#list/list-address.ts'
import { pageQuery, rememberedSealed } from '#list/list-query.ts'
import { LockLine } from '#record/lock-line.tsx'
import { useRecordAddress } from '#record/record-address.ts'
import { RecordEditor, RecordFields } from '#record/record-editor.tsx'
import { type Neighbour, type NeighbourEnd, RecordNeighbours } from '#record/record-neighbours.tsx'
import { CaseActionBar } from '../actions/case-action-bar.tsx'
import { caseQuery } from '../cases.queries.ts'
import type { CaseListFilters } from '../filters/case-filters.ts'
import { CaseAtPage } from '../history/case-history-page.tsx'
import { caseLists, detailPathOf } from '../list/case-lists.ts'
import { extendTrail, type TrailEnd, useTrail } from '../list/list-trail.ts'
import { CaseFrame } from './case-detail-frame.tsx'
import { CaseSummary } from './case-detail-summary.tsx'
import { type CaseTabId, CaseTabs, isFieldTab, tabOf, useCaseTab, useTabWord } from './case-detail-tabs.tsx'
import { stepsOfTab } from './case-display.tsx'
import { isWritable } from './case-draft.ts'
import { CaseField } from './case-field.tsx'
import { CaseNotes, StateNotes } from './case-form-notes.tsx'
import { isInAssignment } from './case-in-assignment.tsx'
import { CaseSuggestions } from './case-suggestions.tsx'
import { useCaseForm } from './use-case-form.ts'

/** 'Dettaglio richiesta': the case, or a past state of it where the address names an entry of its history. */
export function CasePage() {
  const { t } = useTranslation()
  const { recordId: caseId, eventId } = useRecordAddress()
  if (caseId === undefined) return <CaseFrame title={t('cases.detail')} loading={undefined} />
  if (eventId !== undefined) return <CaseAtPage key={eventId} caseId={caseId} eventId={eventId} />
  return <PresentCase key={caseId} caseId={caseId} />
}

function PresentCase({ caseId }: { caseId: number }) {
  const { t } = useTranslation()
  const loading = useQuery(caseQuery(caseId))
  return (
    <CaseFrame
      title={t('cases.detail')}
      aside={<CaseNeighbours id={caseId} />}
      listHref={useTrail(caseId)?.listHref}
      loading={loading}
    >
      {(shown) => <OpenCase record={shown} />}
    </CaseFrame>
  )
}

function OpenCase({ record }: { record: CaseDetail }) {
  const { selectedRole } = useUser()
  const [tab, setTab] = useCaseTab((one) => mayShow(one, record, selectedRole))
  const form = useCaseForm(record, (place) => {
    const own = tabOf(place)
    if (own) flushSync(() => setTab(own))
  })
  return (
    <RecordEditor
      form={form}
      onEditing={() => isFieldTab(tab) || setTab('facts')}
      notes={
        <>
          <LockLine lockedUntil={form.lockedUntil} />
          <CaseNotes record={record} form={form} />
        </>
      }
      actions={<CaseActionBar record={record} form={form} />}
      contentClass="case-columns"
    >
      <div>
        <CaseTabs
          record={record}
          current={tab}
          onChange={setTab}
          notes={<StateNotes record={record} form={form} />}
          invalidPlaces={form.state.phase === 'editing' ? form.invalidKeys : []}
          renderFields={(shown) => (
            <RecordFields
              form={form}
              record={record}
              stepIds={stepsOfTab(shown)}
              isWritable={(key) => isWritable(key, record)}
              renderNote={(group) => <CaseSuggestions record={record} group={group} />}
              renderField={(use, typing) => <CaseField key={use.key} use={use} {...typing} />}
            />
          )}
        />
      </div>
      <CaseSummary
        record={record}
        canClassify={record.actions.edit === null && form.state.phase === 'reading' && !form.storedDraft}
        onOpenHistory={() => setTab('history')}
      />
    </RecordEditor>
  )
}

/** Some tabs are there for some cases and some roles alone. */
function mayShow(tab: CaseTabId, record: CaseDetail, role: Role): boolean {
  if (tab === 'toAssign') return isInAssignment(record)
  return tab !== 'seen' || can('auditLog', role)
}

/** Links to the previous and next case of the list that the case was opened from, across page boundaries. */
export function CaseNeighbours({ id }: { id: number }) {
  const { t } = useTranslation()
  const tab = useTabWord()
  const turn = useNeighbourPage(tab)
  const trail = useTrail(id, turn.status)
  const neighbourOf = (end: NeighbourEnd, edgeText: string): Neighbour => {
    if (!trail) return { disabledReason: t('caseActions.reasons.noTrail') }
    const { view } = trail
    const { id: to, pageHref: href } = trail[end]
    if (to !== undefined) return { href: siteHref(detailPathOf(view), { id: to, scheda: tab }) }
    if (href === undefined || view === 'registry') return { disabledReason: edgeText }
    return {
      onSelect: () => turn.mutate({ view, end, href }),
      isPending: turn.isPending && turn.variables.end === end,
    }
  }
  return <RecordNeighbours neighbourOf={neighbourOf} />
}

interface PageLink {
  readonly view: CaseView
  readonly end: TrailEnd
  /** Address of the next list page at that end. */
  readonly href: string
}

/** Loads the next or previous page of a list and opens its nearest case on the same tab. */
function useNeighbourPage(tab: string | undefined) {
  const go = useGo()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { isHandled: true },
    mutationFn: async ({ view, end, href }: PageLink) => {
      const list = caseLists[view]
      const state = readListState(list, Object.fromEntries(new URL(href, location.origin).searchParams))
      const sealed = rememberedSealed<CaseListFilters>(queryClient, list.name, state.sealedId)
      // The list page itself says that the sealed filters are no longer known.
      if (state.sealedId !== undefined && !sealed) return go(href)
      const page = await queryClient.fetchQuery(pageQuery(list, state, sealed))
      const ids = page.rows.map(({ id }) => id)
      extendTrail(end, { href, ids }, neighbourHrefs(list, state, page)[end])
      const id = end === 'next' ? ids[0] : ids.at(-1)
      // The page may be empty: the button then says that the list ends here.
      if (id !== undefined) go(siteHref(list.detailPath, { id, scheda: tab }))
    },
    onError: notifyError,
  })
}
