import {
  type ListedRun,
  listRuns,
  paths,
  type RunFilters,
  type RunKindName,
  runKinds,
  runStates,
} from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { siteHref } from '#lib/page/page-settings.ts'
import { fromEndpoint } from '#list/from-endpoint.ts'
import type { List } from '#list/list.ts'
import { ListPage } from '#list/list-page.tsx'
import { NavLink } from '#ui/layout/nav-link.tsx'
import { runsKey } from './run.queries.ts'
import { runColumns, runDetail } from './run-columns.tsx'

type RunState = keyof typeof runStates

const runList: List<ListedRun, RunFilters> = {
  ...fromEndpoint(listRuns),
  queryKey: [...runsKey, 'list'],
  path: paths.batch,
  filters: {
    kinds: {
      kind: 'boxes',
      wire: 'tipi',
      names: runKinds,
      nameOf: (t, name) => t(`runsPage.kinds.${name as RunKindName}`),
    },
    states: {
      kind: 'boxes',
      wire: 'stati',
      names: runStates,
      nameOf: (t, name) => t(`runsPage.states.${name as RunState}`),
    },
  },
  textsOf: (t) => ({
    title: t('batchPage.title'),
    empty: t('runsPage.none'),
    emptyNarrowed: t('runsPage.noneFound'),
  }),
  filterLabel: (t, key) => t(`runsPage.filters.${key}`),
  useColumns: () => runColumns(useTranslation().t),
  detailOf: runDetail,
  Actions: ({ children }) => (
    <>
      {children}
      <NavLink href={siteHref(paths.batchStart)} className="btn btn-primary">
        {useTranslation().t('runsPage.start')}
      </NavLink>
    </>
  ),
  Intro: () => <p>{useTranslation().t('runsPage.intro')}</p>,
}

/** Everything that takes long: what ran, when, by whom, how far it is, how it ended. */
export const RunsPage = () => <ListPage list={runList} />
