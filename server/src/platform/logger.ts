import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * Structured logs without personal data: no addresses, bodies or query strings. An error of the database or of a mail server
 * is logged with its code and place but without its message, which may quote values.
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

interface ForeignError {
  readonly code?: string
  /** Set by a mail server, whose message quotes the recipient. */
  readonly responseCode?: number
  readonly severity?: string
  readonly constraint?: string
  readonly table?: string
}

function describeError(error: Error & ForeignError): object {
  const { name, code, constraint, table, message, severity, responseCode, cause } = error
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
    ...(cause instanceof Error && { cause: describeError(cause) }),
  }
}
