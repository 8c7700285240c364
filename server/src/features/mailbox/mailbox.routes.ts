import * as calls from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { networkOf } from '#platform/network.ts'
import { addToCase, reviewAgain } from './mail-in-case.service.ts'
import { dismiss, listMailboxes, listReceived, type MailboxNeeds, readReceived, takeFiles } from './mailbox.service.ts'

export function serveMailbox(serve: Serve, { mailboxNeeds: needs }: { readonly mailboxNeeds: MailboxNeeds }) {
  serve(calls.listReceivedMails, ({ query }, caller) => listReceived(needs, query, caller))
  serve(calls.listMailboxes, () => listMailboxes(needs))
  serve(calls.getReceivedMail, ({ params }, caller) => readReceived(needs, params.id, caller))
  serve(calls.takeMailFiles, async ({ params }, context) => {
    const files = await takeFiles(needs, params.id, networkOf(context.request.ip), context)
    if (files.length === 0) context.audit.record('file', [])
    return { files }
  })
  serve(calls.addMailToCase, ({ params, body }, context) =>
    addToCase(needs, { id: params.id, ...body, network: networkOf(context.request.ip) }, context),
  )
  serve(calls.dismissMail, ({ params, body }, caller) => dismiss(needs, params.id, body.reason, caller))
  serve(calls.reviewMail, ({ params }, caller) => reviewAgain(needs, params.id, caller))
}
