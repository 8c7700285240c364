import * as z from 'zod/mini'
import { defineEndpoint, unauditedRead } from '../kit/endpoint.ts'
import { pageOf, pageQuery } from '../kit/page.ts'
import { onWire, recordIdText } from '../kit/wire.ts'
import { publishedAssessment, publishedAssessmentDetail, publishedFilters, publishedSorts } from './published.ts'

const published = { ...unauditedRead, allow: 'anyone' } as const

export const listPublishedAssessments = defineEndpoint({
  ...published,
  path: '/v1/noauth/pareri',
  summary:
    'The assessments that the office published, without personal data: by words of their texts, ground, field, year.',
  sorts: publishedSorts,
  query: pageQuery(publishedFilters),
  reply: pageOf(publishedAssessment),
})

export const getPublishedAssessment = defineEndpoint({
  ...published,
  path: '/v1/noauth/pareri/:id',
  summary: 'A published assessment; 404 where it is not public, or no longer.',
  params: onWire('parametri_parere_pubblicato', { id: [recordIdText, 'id'] }),
  reply: publishedAssessmentDetail,
})

export const getAssessmentFeed = defineEndpoint({
  ...published,
  path: '/v1/noauth/pareri/novita',
  summary: 'The newest published assessments, as a feed (Atom).',
  file: 'application/atom+xml',
  reply: z.object({}),
})
