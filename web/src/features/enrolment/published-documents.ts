import { type DocumentKey, documentTypes } from '@portal/contract'
import { office } from '#lib/page/page-settings.ts'

/** Whether the public register will show documents of this type that are sent now. */
export const isPublished = (key: DocumentKey) => office.publishedDocuments.includes(documentTypes[key])
