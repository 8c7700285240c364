import { Readable } from 'node:stream'
import { checkCaptcha, getCaptcha } from '@portal/contract'
import type { Serve } from '#platform/http/serve.ts'
import { networkOf } from '#platform/network.ts'
import type { Visitors } from '#platform/session/visitor-cookie.ts'
import type { Captcha } from './captcha.service.ts'

interface Services {
  readonly captcha: Captcha
  readonly visitors: Visitors
}

export function serveCaptcha(serve: Serve, { captcha, visitors }: Services) {
  serve(getCaptcha, async ({ query }, { request, reply }) => {
    const visitor = { visitorHash: visitors.ensure(request, reply), network: networkOf(request.ip) }
    if (query.kind === 'audio') {
      const wav = await captcha.audio(visitor, query.language)
      return { name: 'captcha.wav', mediaType: 'audio/wav', isInline: true, stream: streamOf(wav) }
    }
    const png = await captcha.image(visitor)
    return { name: 'captcha.png', mediaType: 'image/png', isInline: true, stream: streamOf(png) }
  })
  serve(checkCaptcha, ({ query }, { request }) =>
    captcha.check({ visitorHash: visitors.hashOf(request), network: networkOf(request.ip) }, query.answer),
  )
}

const streamOf = (bytes: Uint8Array) => Readable.from([Buffer.from(bytes)])
