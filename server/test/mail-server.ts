import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

interface Options {
  readonly host?: string
  /** A free one by default. */
  readonly port?: number
  readonly refuses?: boolean
  /** Called with each mail before it is acknowledged. */
  readonly onMail?: (mail: string) => void
}

/** A mail server on loopback that receives everything, or refuses everything. */
export async function startMailServer({
  host = '127.0.0.1',
  port = 0,
  refuses = false,
  onMail = () => {},
}: Options = {}) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => (refuses ? done(new Error('no')) : done()),
    onData: (stream, _session, done) => {
      text(stream).then((mail) => {
        onMail(mail)
        done()
      }, done)
    },
  })
  // A client that is killed ends its connection.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  return {
    url: `smtp://${host}:${(server.server.address() as AddressInfo).port}`,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** The Message-ID of a mail. */
export const messageIdOf = (mail: string): string | undefined => /^Message-ID: (.*)$/im.exec(mail)?.[1]?.trim()
