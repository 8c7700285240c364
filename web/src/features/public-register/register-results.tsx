import {
  formatScreenDate,
  limits,
  type Page,
  type PlainDate,
  paths,
  type RegisterEntry,
  type RegisterFilters,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { isolate } from '#lib/i18n/format.tsx'
import { useGo } from '#lib/page/navigation.ts'
import { siteHref } from '#lib/page/page-settings.ts'
import type { ListState } from '#list/list.ts'
import { listHref, pageHref } from '#list/list-address.ts'
import type { Sort } from '#ui/data-table.tsx'
import { Select } from '#ui/field/select.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { EntryContacts } from './entry-contacts.tsx'
import { registerList } from './register-list.ts'
import { EnrolmentState } from './register-states.tsx'

export const resultsTitleId = 'register-results'

/** The orders, by their names in the texts. */
const orders = {
  nameUp: { column: 'name', direction: 'ascending' },
  nameDown: { column: 'name', direction: 'descending' },
  newest: { column: 'enrolledOn', direction: 'descending' },
  oldest: { column: 'enrolledOn', direction: 'ascending' },
  nearest: { column: 'nearness', direction: 'ascending' },
} as const satisfies Record<string, Sort>
type Order = keyof typeof orders

const byNameAndDay = ['nameUp', 'nameDown', 'newest', 'oldest'] as const satisfies readonly Order[]

/** Whether the sort is this order. */
const isOrder = (name: Order, sort: Sort | undefined) =>
  orders[name].column === sort?.column && orders[name].direction === sort.direction

type State = ListState<RegisterFilters>
interface Props {
  readonly state: State
  readonly page: Page<RegisterEntry> | undefined
  readonly isStale: boolean
}

const pageCountOf = ({ count }: Page<RegisterEntry>) => Math.ceil(count / limits.page.rows)

function countText(t: TFunction, state: State, page: Page<RegisterEntry>): string {
  const found = t('publicRegister.results.count', { count: page.count })
  const pages = pageCountOf(page)
  return pages > 1 ? t('publicRegister.results.page', { found, page: state.page, pages }) : found
}

/** The results: how many, in which order, a page of them; or what to do where there are none. */
export function RegisterResults({ state, page, isStale }: Props) {
  const { t } = useTranslation()
  const pageTo = (number: number) => pageHref(registerList, number, state, isStale || !page ? {} : page)
  return (
    <section aria-labelledby={resultsTitleId} aria-busy={isStale || !page}>
      <h2 id={resultsTitleId} tabIndex={-1}>
        {t('publicRegister.results.title')}
      </h2>
      {/* There from the start, though empty: a status that comes with its words is not read out. */}
      <p role="status" className="figures">
        {page ? countText(t, state, page) : t('publicRegister.loading')}
      </p>
      {page && page.rows.length > 0 && (
        <>
          <OrderSelect state={state} />
          <ul className="register-results">
            {page.rows.map((entry) => (
              <ResultRow key={entry.id} entry={entry} />
            ))}
          </ul>
          <Pagination
            page={state.page}
            pageCount={pageCountOf(page)}
            href={pageTo}
            texts={{
              label: t('publicRegister.pages.label'),
              previous: t('publicRegister.pages.previous'),
              next: t('publicRegister.pages.next'),
              page: (number) => t('publicRegister.pages.page', { page: number }),
            }}
          />
        </>
      )}
    </section>
  )
}

function OrderSelect({ state }: { readonly state: State }) {
  const { t } = useTranslation()
  const go = useGo()
  const { sort, filters } = state
  const offered: readonly Order[] = filters.near === undefined ? byNameAndDay : ['nearest', ...byNameAndDay]
  const current = offered.find((name) => isOrder(name, sort)) ?? offered[0] ?? 'nameUp'
  return (
    <div className="no-print">
      <Select
        id="register-order"
        label={t('publicRegister.order.label')}
        value={current}
        options={offered.map((name) => ({ value: name, label: t(`publicRegister.order.${name}`) }))}
        onChange={(name) => go(listHref(registerList, { ...state, sort: orders[name as Order] }))}
      />
    </div>
  )
}

function ResultRow({ entry }: { readonly entry: RegisterEntry }) {
  const { t } = useTranslation()
  const { id, name, status, region, municipality, nearness, grounds, enrolledOn, expiresOn, endedOn } = entry
  const about = [municipality, region, ...grounds].flatMap((text) => (text ? isolate(text) : []))
  const end = endedOn ? t('publicRegister.fields.endedOn') : t('publicRegister.fields.expiresOn')
  return (
    <li>
      <h3>
        <NavLink className="register-name" href={siteHref(paths.publicRegisterEntry, { id })}>
          <bdi>{name}</bdi>
        </NavLink>
      </h3>
      {nearness !== undefined && nearness !== 'elsewhere' && (
        <p>
          <strong>{t(`publicRegister.nearness.${nearness}`)}</strong>
        </p>
      )}
      {about.length > 0 && <p>{about.join('\u00a0· ')}</p>}
      <EntryContacts entry={entry} />
      <p className="cluster">
        <EnrolmentState status={status} />
        <LabelledDate label={t('publicRegister.fields.enrolledOn')} date={enrolledOn} />
        <LabelledDate label={end} date={endedOn ?? expiresOn} />
      </p>
    </li>
  )
}

function LabelledDate({ label, date }: { readonly label: string; readonly date: PlainDate }) {
  const { t } = useTranslation()
  const text = isolate(formatScreenDate(date))
  return <span className="figures">{t('report.labelled', { label, text })}</span>
}
