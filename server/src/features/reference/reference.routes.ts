import {
  getItalianReferenceBundle,
  getReferenceBundle,
  insertDiscriminationMode,
  insertHashtag,
  languageOf,
  type ReferenceList,
  referenceEndpoints,
} from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { normalizeHashtag, normalizeMode } from './insert-item.ts'
import type { Reference } from './reference.service.ts'

export function serveReference(serve: Serve, { reference }: { readonly reference: Reference }) {
  for (const [list, endpoint] of Object.entries(referenceEndpoints))
    serve(endpoint, ({ query }) => reference.list(list as ReferenceList, languageOf(query.language), query))
  serve(getReferenceBundle, ({ query }, { user }) => reference.bundle(languageOf(query.language), user !== undefined))
  serve(getItalianReferenceBundle, (_input, { user }) => reference.bundle('it', user !== undefined))
  serve(insertDiscriminationMode, ({ body }, { audit }) =>
    reference.insert('discrimination_mode', normalizeMode(body.label), audit),
  )
  serve(insertHashtag, ({ body }, { audit }) => reference.insert('hashtag', normalizeHashtag(body.label), audit))
}
