import type { SpidFailure } from '../spid.types.ts'
import { need, Refusal } from './refusal.ts'
import type { Envelope } from './response-envelope.ts'
import { filledAttribute, onlyChild, urn } from './saml-values.ts'
import { childElements, ns, textOf } from './xml.ts'

type ErrorCode = Extract<SpidFailure, `nr${number}`>

/** The codes of AgID's table of messages that reach a service provider; identity providers show the others themselves. */
const codes: ReadonlySet<string> = new Set<ErrorCode>([
  ...(['nr8', 'nr9', 'nr11', 'nr12', 'nr13', 'nr14', 'nr15', 'nr16', 'nr17', 'nr18'] as const),
  ...(['nr19', 'nr20', 'nr21', 'nr22', 'nr23', 'nr25', 'nr30'] as const),
])
const isCode = (word: string): word is ErrorCode => codes.has(word)

/** Reads the Status: undefined for a success, else the refusal to throw once the signature is verified. */
export function readStatus({ status, assertion }: Envelope): Refusal | undefined {
  need(status, 'Response/Status')
  const code = onlyChild(status, ns.samlp, 'StatusCode', 'Response/Status/StatusCode')
  if (filledAttribute(code, 'Value', 'Response/Status/StatusCode') !== urn.success) return refusalOf(status)
  need(assertion, 'Assertion')
  return undefined
}

/** Maps the Status to a refusal and drops its text, which is not verified yet and may not come from the provider. */
function refusalOf(status: Element): Refusal {
  const [message] = childElements(status, ns.samlp, 'StatusMessage')
  const number = /^ErrorCode nr0?(\d{1,2})$/i.exec(textOf(message) ?? '')?.[1]
  const word = `nr${number}`
  return isCode(word)
    ? new Refusal(`Response/Status ${word}`, word)
    : new Refusal('Response/Status not a success', 'provider_refused')
}
