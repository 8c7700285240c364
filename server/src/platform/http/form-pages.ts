import { appErrors, languageOf, type PageTag } from '@portal/contract'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { textsIn } from '../texts.ts'
import { appErrorOf } from './errors.ts'
import { escapeHtml, sendPage } from './html-page.ts'

/** Parses posted HTML forms beside the types already supported; of a repeated field the first value counts. */
export function readForms(app: FastifyInstance) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => {
      const fields: Record<string, string> = Object.create(null)
      for (const [name, value] of new URLSearchParams(body)) fields[name] ??= value
      return fields
    },
  )
}

/** Answers errors with HTML pages, for addresses that people open in the browser. */
export function answerWithPages(
  app: FastifyInstance,
  slug: string,
  tagOf: (request: FastifyRequest) => PageTag = () => 'it',
) {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const appError = appErrorOf(error)
    if (appError.status >= 500) request.log.error({ err: error }, 'call failed')
    const tag = tagOf(request)
    const t = textsIn(tag)
    const sentence = t(`problems.${appErrors[appError.code].word}`, { id: request.id, ...appError.details.params })
    const body = `<main><h1>${appError.status}</h1><p>${escapeHtml(sentence)}</p><p><a class="button" href="/${slug}/?lang=${tag}">${escapeHtml(t('withoutScript.home'))}</a></p></main>`
    return sendPage(reply.headers(appError.details.headers ?? {}), appError.status, {
      title: sentence,
      body,
      language: languageOf(tag),
    })
  })
}
