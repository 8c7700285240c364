import { type CaseDetail, type CaseDraft, type CaseTab, type CaseView, can, caseForm } from '@portal/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { bundleQuery } from '#form/choices.ts'
import { type EditSession, sessionIn } from '#form/edit/edit-state.ts'
import { MergePanel } from '#form/edit/merge-panel.tsx'
import { useFocusOfPhase } from '#form/edit/use-focus-of-phase.ts'
import { FormSections } from '#form/form-sections.tsx'
import { notifyError } from '#lib/api/notify-error.ts'
import { shortcut } from '#lib/backoffice/desk-keys.ts'
import { UnsavedChanges } from '#lib/drafts/unsaved-changes.tsx'
import { today } from '#lib/i18n/format.tsx'
import { useGo } from '#lib/page/navigation.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import { useUser } from '#lib/session/current-user.ts'
import { neighbourHrefs, readListState } from '#list/list-address.ts'
import { pageQuery, rememberedSealed } from '#list/list-query.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/field/error-summary.tsx'
import { focusById } from '#ui/focus-by-id.ts'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { CaseActionBar } from '../actions/case-action-bar.tsx'
import { CaseDownload } from '../actions/case-download.tsx'
import { caseQuery } from '../cases.queries.ts'
import type { CaseListFilters } from '../filters/case-filters.ts'
import { CaseAtPage } from '../history/case-history-page.tsx'
import { caseLists, detailPathOf } from '../list/case-lists.ts'
import { extendTrail, type TrailEnd, useTrail } from '../list/list-trail.ts'
import { CaseFrame, NoCase } from './case-detail-frame.tsx'
import { CaseLine, titleId } from './case-detail-head.tsx'
import { CaseSummary } from './case-detail-summary.tsx'
import { CaseTabs, isFieldTab, tabOf, useCaseTab, useTabWord } from './case-detail-tabs.tsx'
import { caseDisplay, stepsOfTab } from './case-display.tsx'
import { draftOf, fixedOf, isWritable, readCase } from './case-draft.ts'
import { caseMerge } from './case-edits.ts'
import { CaseField } from './case-field.tsx'
import { CaseNotes } from './case-form-notes.tsx'
import { type CaseFormOf, useCaseForm } from './use-case-form.ts'

const asId = (value: unknown) => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** 'Dettaglio richiesta': the case, or a past state of it where the address names an entry of its history. */
export function CasePage() {
  const { id, evento } = useSearch({ strict: false }) as { id?: unknown; evento?: unknown }
  const [caseId, eventId] = [asId(id), asId(evento)]
  useFocusOnOther(`${caseId} ${eventId}`)
  if (caseId === undefined) return <NoCase />
  if (eventId !== undefined) return <CaseAtPage key={eventId} caseId={caseId} eventId={eventId} />
  return <PresentCase key={caseId} caseId={caseId} />
}

/** Moves the focus to the title when the same address shows another case or another state of it. */
function useFocusOnOther(shown: string) {
  const last = useRef(shown)
  useEffect(() => {
    if (last.current === shown) return
    last.current = shown
    focusById(titleId)
  }, [shown])
}

function PresentCase({ caseId }: { caseId: number }) {
  const { t } = useTranslation()
  const lists = useQuery(bundleQuery())
  const { data: record, error, isFetching, refetch } = useQuery(caseQuery(caseId))
  return (
    <CaseFrame
      title={t('cases.detail')}
      neighbours={
        <>
          {record && <CaseDownload record={record} />}
          <CaseNeighbours id={caseId} />
        </>
      }
      listHref={useTrail(caseId)?.listHref}
      record={record}
      // Without the reference lists no value has a label: each field would fetch its own list.
      isReady={lists.isFetched}
      error={error}
      isRetrying={isFetching}
      onRetry={() => refetch()}
    >
      {(shown) => <OpenCase record={shown} />}
    </CaseFrame>
  )
}

/** The draft, as it would be saved where it is valid. */
const readable = ({ draft }: EditSession<CaseDraft>): CaseDraft => ({
  ...draft,
  ...draftOf(readCase(draft, caseForm, today()).values),
})

function OpenCase({ record }: { record: CaseDetail }) {
  const { selectedRole } = useUser()
  const [tab, setTab] = useCaseTab((one) => one !== 'seen' || can('auditLog', selectedRole))
  const form = useCaseForm(record, (place) => {
    const own = tabOf(place)
    if (own) flushSync(() => setTab(own))
  })
  const { state } = form
  useFocusOfPhase(state.phase, {
    titleId,
    contentId,
    onEditing: () => {
      if (!isFieldTab(tab)) flushSync(() => setTab('facts'))
    },
  })
  return (
    <>
      <CaseLine record={record} lockedUntil={form.lockedUntil} />
      <UnsavedChanges hasChanges={form.hasChanges} onLeave={form.end} />
      <CaseNotes record={record} form={form} />
      {state.phase === 'merging' ? (
        <MergePanel
          work={state.work}
          mine={readable(state.work)}
          theirs={draftOf(state.theirs.values)}
          version={state.theirs.version}
          merge={caseMerge}
          display={caseDisplay}
          isSaving={form.isSaving}
          onSave={form.saveMerged}
          onBack={form.backToTyping}
        />
      ) : (
        <>
          {state.phase === 'editing' && <ErrorSummary {...form.summary} />}
          <div className="case-columns" id={contentId}>
            <div>
              <CaseTabs
                record={record}
                current={tab}
                onChange={setTab}
                invalidPlaces={state.phase === 'editing' ? form.invalidKeys : []}
                renderFields={(shown) => <FieldsOfTab tab={shown} record={record} form={form} />}
              />
            </div>
            <CaseSummary record={record} onOpenHistory={() => setTab('history')} />
          </div>
          <CaseActionBar record={record} form={form} />
        </>
      )}
    </>
  )
}

const contentId = 'case-content'

interface FieldsProps {
  readonly tab: CaseTab
  readonly record: CaseDetail
  readonly form: CaseFormOf
}

/** A tab of fields: a form, the saved values, or the draft after the lock was lost. */
function FieldsOfTab({ tab, record, form }: FieldsProps) {
  const work = sessionIn(form.state)
  const common = { display: caseDisplay, stepIds: stepsOfTab(tab) }
  if (!work) return <FormSections {...common} values={record.values} />
  const { values } = readCase(work.draft, caseForm, today())
  if (form.state.phase === 'lost')
    return <FormSections {...common} values={values} shown={{ ...record.values, ...work.draft }} />
  return (
    <FormSections
      {...common}
      // Fields that only an action sets also decide which fields are shown.
      values={{ ...fixedOf(record.values), ...values }}
      shown={record.values}
      isWritable={(key) => isWritable(key, record)}
      renderField={(use) => (
        <CaseField key={use.key} {...{ use, values }} draft={work.draft} errorOf={form.errorOf} set={form.set} />
      )}
    />
  )
}

const steps = [
  { end: 'previous', edge: 'isFirst' },
  { end: 'next', edge: 'isLast' },
] as const satisfies readonly { end: TrailEnd; edge: string }[]

/** Links to the previous and next case of the list that the case was opened from, across page boundaries. */
export function CaseNeighbours({ id }: { id: number }) {
  const { t } = useTranslation()
  const tab = useTabWord()
  const turn = useNeighbourPage(tab)
  const trail = useTrail(id, turn.status)
  return (
    <span className="case-neighbours">
      {steps.map(({ end, edge }) => {
        const name = t(`caseActions.${end}`)
        const { id: to, pageHref: href } = trail?.[end] ?? {}
        if (trail && to !== undefined)
          return (
            <NavLink
              key={end}
              {...shortcut(end)}
              className={buttonClass('quiet')}
              href={siteHref(detailPathOf(trail.view), { id: to, scheda: tab })}
            >
              {name}
            </NavLink>
          )
        const { view } = trail ?? {}
        const canTurn = href !== undefined && view !== undefined && view !== 'registry'
        return (
          <Button
            key={end}
            {...shortcut(end)}
            variant="quiet"
            pending={turn.isPending && turn.variables.end === end}
            pendingText={t('site.loading')}
            disabledReason={canTurn ? undefined : t(`caseActions.reasons.${trail ? edge : 'noTrail'}`)}
            onClick={() => canTurn && turn.mutate({ view, end, href })}
          >
            {name}
          </Button>
        )
      })}
    </span>
  )
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
