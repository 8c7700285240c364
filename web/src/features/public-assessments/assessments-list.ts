import {
  listPublishedAssessments,
  type PublishedAssessment,
  type PublishedFilters,
  paths,
  publishedFilters,
} from '@portal/contract'
import { fromEndpoint } from '#list/from-endpoint.ts'
import type { ListSource } from '#list/list.ts'

/** The published assessments as a list: its filters and page are in the address, so that a search can be shared. */
export const assessmentsList: ListSource<PublishedAssessment, PublishedFilters> = {
  ...fromEndpoint(listPublishedAssessments),
  path: paths.assessments,
  filters: {
    words: { kind: 'text', wire: 'testo' },
    grounds: { kind: 'choices', wire: 'ground', list: 'ground' },
    fields: { kind: 'choices', wire: 'ambito', list: 'field_of_life' },
    years: { kind: 'choices', wire: 'anno' },
  },
  schema: publishedFilters,
  defaultSort: () => ({ column: 'publishedAt', direction: 'descending' }),
}
