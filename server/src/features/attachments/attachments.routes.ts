import { Readable } from 'node:stream'
import {
  type AttachmentArea,
  deleteAttachment,
  deleteAttachments,
  getAttachment,
  getOrganisationAttachment,
  getTemplate,
  scanAssistanceFile,
  scanCaseFile,
  scanReportFile,
} from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { Scanner } from '#platform/attachments/scanner.ts'
import type { Context, Serve } from '#platform/http/serve.ts'
import type { Upload } from '#platform/http/upload.ts'
import { idempotencyKeyOf } from '#platform/idempotency.ts'
import { networkOf } from '#platform/network.ts'
import type { BrowserCall } from '#platform/session/caller.ts'
import type { Leave, Visitors } from '#platform/session/visitor-cookie.ts'
import { type AttachmentSources, createAttachmentReading } from './attachments.service.ts'

/** Serves the uploads; `serve` must belong to an instance that parses multipart bodies. */
export function serveScans(
  serve: Serve,
  { scanner, visitors }: { readonly scanner: Scanner; readonly visitors: Visitors },
) {
  const scan = (area: AttachmentArea, upload: Upload, { request, reply, user, audit }: Context & BrowserCall) => {
    // Only signed-in operators upload to a case; other uploads are bound to the browser as well.
    const visitorHash = area === 'case' ? undefined : visitors.ensure(request, reply)
    const uploader = {
      area,
      maker: { visitorHash, userId: user?.id },
      network: networkOf(request.ip),
      idempotencyKey: idempotencyKeyOf(request),
    }
    return scanner.scan(upload, uploader, audit)
  }
  serve(scanReportFile, ({ upload }, context) => scan('report', upload, context))
  serve(scanCaseFile, ({ upload }, context) => scan('case', upload, context))
  serve(scanAssistanceFile, ({ upload }, context) => scan('assistance', upload, context))
}

interface Services extends AttachmentSources {
  readonly visitors: Visitors
  readonly leave: Leave
}

export function serveAttachments(serve: Serve, { visitors, leave, ...sources }: Services) {
  const { attachments } = sources
  const reading = createAttachmentReading(sources)
  const makerOf = (request: FastifyRequest) => ({ visitorHash: visitors.hashOf(request), userId: request.user?.id })
  serve(deleteAttachment, async ({ body }, { request, audit }) => {
    await attachments.delete(body.id, makerOf(request), audit)
    return { count: 1 }
  })
  serve(deleteAttachments, async ({ body: { files, isLeaving } }, { request, reply, audit }) => {
    const ids = files.map(({ id }) => id)
    try {
      return { count: await attachments.deleteAll(ids, makerOf(request), audit) }
    } finally {
      // The visit ends even if deleting the files fails.
      if (isLeaving) await leave(request, reply)
    }
  })
  serve(getTemplate, async (_input, { tag }) => {
    const { storyTemplate, templateName } = await import('./story-template.ts')
    return { name: templateName, stream: Readable.from([await storyTemplate(tag)]) }
  })
  serve(getAttachment, ({ params, query }, context) => {
    const isPreview = query.isPreview !== undefined
    return reading.read(params.id, context, { isPreview, isDrawn: isPreview })
  })
  serve(getOrganisationAttachment, ({ params }, context) =>
    reading.read(params.id, context, { isPreview: true, isDrawn: false }),
  )
}
