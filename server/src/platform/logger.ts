import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * Structured logs without personal data: no addresses, no bodies, no query strings. An error of the database or of a mail
 * server tells its code and place but not its message, which may quote values.
 */
export const createLogger = (level: string, destination?: DestinationStream): Logger => {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError, req: () => undefined, res: () => undefined },
  }
  return destination ? pino(options, destination) : pino(options)
}

interface ForeignFault {
  readonly code?: string
  /** Set by a mail server, whose words quote the recipient. */
  readonly responseCode?: number
  readonly severity?: string
  readonly constraint?: string
  readonly table?: string
}

function describeError(error: Error & ForeignFault) {
  const { name, code, constraint, table, message, severity, responseCode } = error
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  const isForeign = severity !== undefined || responseCode !== undefined
  return {
    name,
    code,
    constraint,
    table,
    responseCode,
    ...(!isForeign && { message: message.replace(/\S+@\S+/g, '…') }),
    frames: frames?.map((line) => line.trim()),
  }
}
