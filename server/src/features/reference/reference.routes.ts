import {
  associationLists,
  type CaseStatus,
  caseStatusIds,
  findPlaces,
  getEnrolmentLists,
  getItalianReferenceBundle,
  getPlaceOfCode,
  getReferenceBundle,
  getRegisterFilters,
  getRegisterLists,
  getStatisticsFilters,
  insertDiscriminationMode,
  insertHashtag,
  type Language,
  languageOf,
  type ReferenceItem,
  type ReferenceList,
  referenceEndpoints,
  statisticsFilters,
  statisticsLists,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { textsIn } from '#platform/texts.ts'
import type { Reference } from './reference.service.ts'

export function serveReference(serve: Serve, { reference }: { readonly reference: Reference }) {
  for (const [list, endpoint] of Object.entries(referenceEndpoints))
    serve.fixed(endpoint, reference.version, ({ query }, { user }) =>
      reference.list(list as ReferenceList, languageOf(query.language), { ...query, withRetired: user !== undefined }),
    )
  serve.fixed(getReferenceBundle, reference.version, ({ query }, { user }) =>
    reference.bundle(languageOf(query.language), user !== undefined),
  )
  serve.fixed(getItalianReferenceBundle, reference.version, (_input, { user }) =>
    reference.bundle('it', user !== undefined),
  )
  serve.fixed(getEnrolmentLists, reference.version, ({ query }) =>
    enrolmentListsIn(reference, languageOf(query.language)),
  )
  serve.fixed(getRegisterLists, reference.version, async () => ({
    ...(await enrolmentListsIn(reference, 'it')),
    ...(await listsIn(reference, { regions: 'region', types: 'organisation_type' }, 'it')),
  }))
  serve.fixed(getRegisterFilters, reference.version, async ({ params }) => ({
    statuses: associationLists[params.list].map((id) => ({ id, label: textsIn('it')(`registerStatuses.${id}`) })),
    ...(await listsIn(reference, { regions: 'region', grounds: 'ground' }, 'it')),
  }))
  serve.fixed(getStatisticsFilters, reference.version, async () => ({
    filters: statisticsFilters,
    statuses: (Object.keys(caseStatusIds) as CaseStatus[]).map((id) => ({
      id,
      label: textsIn('it')(`caseStatuses.${id}`),
    })),
    ...(await reference.listsFor(statisticsLists, 'it')),
  }))
  serve(findPlaces, async ({ query }) => ({ places: await reference.findPlaces(query) }))
  serve(getPlaceOfCode, ({ params }) => reference.placeOfCode(params.code))
  serve(insertDiscriminationMode, ({ body }, { audit }) => reference.insert('discrimination_mode', body.label, audit))
  serve(insertHashtag, ({ body }, { audit }) => reference.insert('hashtag', body.label, audit))
}

/** Several lists in one language, by the names of `lists`. */
async function listsIn<const K extends string>(
  reference: Reference,
  lists: Readonly<Record<K, ReferenceList>>,
  language: Language,
): Promise<Record<K, ReferenceItem[]>> {
  const entries: [string, ReferenceItem[]][] = []
  for (const [name, list] of Object.entries<ReferenceList>(lists))
    entries.push([name, await reference.list(list, language)])
  return Object.fromEntries(entries) as Record<K, ReferenceItem[]>
}

async function enrolmentListsIn(reference: Reference, language: Language) {
  const { subGrounds, ...lists } = await listsIn(
    reference,
    {
      sexes: 'sex',
      fields: 'field_of_life',
      documents: 'organisation_document',
      funders: 'project_funder',
      nations: 'nation',
      grounds: 'ground',
      subGrounds: 'sub_ground',
    },
    language,
  )
  const ofGround = (groundId: number) => subGrounds.filter(({ parentId }) => parentId === groundId)
  return { ...lists, subGrounds: Object.fromEntries(lists.grounds.map(({ id }) => [String(id), ofGround(id)])) }
}
