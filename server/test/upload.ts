import type { Caller, Reply, TestApp } from './build-app.ts'

/** A file to upload. */
export interface UploadFile {
  readonly name: string
  readonly bytes: Buffer
}

const boundary = '----portale-test'

/** A multipart body with one file, as browsers write it. */
export function multipartBody({ name, bytes }: UploadFile, field = 'file') {
  const shown = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${shown}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

export const scanPaths = {
  report: '/v1/noauth/scansione',
  case: '/v1/noauth/scansione/ext',
  assistance: '/v1/noauth/scansione/assistenza',
} as const

/** Uploads a file to a scan endpoint. */
export function upload(
  caller: Caller,
  path: string,
  file: UploadFile,
  more: Record<string, string> = {},
): Promise<Reply> {
  const { body, headers } = multipartBody(file)
  return caller.raw('POST', path, body, { 'content-length': String(body.length), ...headers, ...more })
}

/** An anonymous caller with a browser that keeps the anonymous cookie. */
export function newVisitor(portal: TestApp): Caller & { cookie(): string | undefined } {
  let cookie: string | undefined
  return {
    ...portal.visitor,
    cookie: () => cookie,
    async raw(method, path, body, headers = {}) {
      const reply = await portal.visitor.raw(method, path, body, { ...(cookie && { cookie }), ...headers })
      const set = [reply.headers['set-cookie'] ?? []].flat().find((line) => line.includes('-visita='))
      if (set) cookie = set.split(';')[0]
      return reply
    },
  }
}
