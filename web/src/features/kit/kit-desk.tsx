import { useState } from 'react'
import '../../styles/desk.scss'
import { type Column, DataTable, type Sort } from '../../ui/data-table.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { CardGridSkeleton, ListPageSkeleton } from '../../ui/feedback/skeleton.tsx'
import { LeftMenu } from '../../ui/layout/left-menu.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { StatusChip, type StatusKind } from '../../ui/status-chip.tsx'
import type { KitWords } from './kit-words.ts'

const kinds: StatusKind[] = ['open', 'assigning', 'working', 'external', 'closed', 'reopened', 'cancelled']

interface Row {
  id: number
  kind: StatusKind
}

const rows = kinds.map((kind, index): Row => ({ kind, id: index + 1 }))

const columnsOf = (words: KitWords): Column<Row>[] => {
  const [status = '', code = '', created = '', field = '', place = '', days = ''] = words.columns
  return [
    {
      id: 'status',
      header: status,
      isSortable: true,
      cell: ({ kind }) => <StatusChip kind={kind} label={words.statuses[kinds.indexOf(kind)] ?? ''} />,
    },
    { id: 'code', header: code, isSortable: true, cell: ({ id }) => <bdi dir="ltr">{`PP-2026-00012${id}`}</bdi> },
    { id: 'created', header: created, isSortable: true, cell: ({ id }) => <bdi dir="ltr">{`0${id}/11/2026`}</bdi> },
    { id: 'field', header: field, cell: () => words.field },
    { id: 'place', header: place, isFoldedOnTablet: true, cell: () => words.place },
    { id: 'days', header: days, align: 'end', isSortable: true, cell: ({ id }) => id * 7 },
  ]
}

/** What signed-in people work with. */
export function KitDesk({ words }: { words: KitWords }) {
  const [tab, setTab] = useState<'table' | 'empty' | 'loading'>('table')
  const [menuHome = '', ...menuRest] = words.nav
  return (
    <section className="desk" aria-label={words.desk}>
      <div className="desk-bar">
        <a className="desk-brand" href="#desk">
          PP
        </a>
        <div className="desk-search">
          <input type="search" aria-label={words.columns[1]} placeholder={words.columns[1]} />
        </div>
        <MenuButton entries={[{ text: words.close, icon: 'it-logout', onSelect: () => undefined }]}>
          Rossi M. · RUP
        </MenuButton>
      </div>
      <div className="desk-body">
        <div className="desk-side">
          <LeftMenu
            label={words.office}
            items={[
              { text: menuHome, href: '#desk', isCurrent: true, count: { value: 41, hiddenText: words.field } },
              ...menuRest.map((text, index) => ({ text, href: `#desk-${index}` })),
            ]}
          />
        </div>
        <div className="desk-main">
          <Tabs
            label={words.columns[0] ?? ''}
            current={tab}
            onChange={setTab}
            tabs={[
              { id: 'table', label: words.field, count: rows.length },
              { id: 'empty', label: words.empty },
              { id: 'loading', label: words.loading },
            ]}
          >
            <KitTable words={words} state={tab} />
          </Tabs>
          <h2>{words.loading}</h2>
          <Progress label={words.wait} percent={42} />
          <ListPageSkeleton text={words.loading} count={4} />
          <br />
          <CardGridSkeleton text={words.loading} count={3} />
        </div>
      </div>
    </section>
  )
}

function KitTable({ words, state }: { words: KitWords; state: 'table' | 'empty' | 'loading' }) {
  const [sort, setSort] = useState<Sort>({ column: 'created', direction: 'descending' })
  const shown = { table: rows, empty: [], loading: undefined }[state]
  return (
    <>
      <DataTable
        caption={words.heading}
        columns={columnsOf(words)}
        rows={shown}
        rowKey={({ id }) => id}
        currentKey={2}
        emptyText={words.empty}
        loadingText={words.loading}
        expectedRows={rows.length}
        sort={sort}
        onSort={setSort}
      />
      <Pagination
        page={5}
        pageCount={20}
        href={(page) => `#page-${page}`}
        texts={{ label: words.heading, previous: words.back, next: words.next, page: (page) => `${page}` }}
      />
    </>
  )
}
