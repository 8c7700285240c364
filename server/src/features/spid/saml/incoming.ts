import type { Binding } from '../spid.types.ts'
import { answerLimits, decodeAnswer } from './read-response.ts'
import { type MessageName, readRedirect } from './redirect-binding.ts'
import { need, Refusal } from './refusal.ts'
import { elementsOf } from './response-envelope.ts'
import { verifiedElement } from './signature-checks.ts'
import { parseStrictly, XmlError } from './xml.ts'

/** A message as a browser brought it. */
export interface Brought {
  readonly binding: Binding
  /** The query as it was written, without its question mark. */
  readonly rawQuery: string
  /** The fields of the form, whatever they are. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** A message that can be read and is not to be believed yet. */
export interface Incoming {
  readonly name: MessageName
  /** As it came, for the log. */
  readonly xml: string
  readonly root: Element
  readonly relayState: string | undefined
  /** The message as one of these certificates (base64 DER) signed it; refused when none did. */
  readonly verified: (certificates: readonly string[]) => Element
}

/** Reads a message by its binding; what is not signed at all is refused here or by `verified`, never passed on. */
export const readIncoming = (brought: Brought): Incoming =>
  brought.binding === 'redirect' ? fromQuery(brought) : fromForm(brought)

function fromQuery({ rawQuery }: Brought): Incoming {
  const { name, xml, relayState, isSignedBy } = readRedirect(rawQuery)
  const root = rootOf(xml)
  const verified = (certificates: readonly string[]) => {
    need(isSignedBy(certificates), 'query: Signature does not verify')
    return root
  }
  return { name, xml, root, relayState, verified }
}

function fromForm({ fields }: Brought): Incoming {
  const { SAMLRequest: request, SAMLResponse: response, RelayState: relayState } = fields
  need((request === undefined) !== (response === undefined), 'form: one message')
  const message = request ?? response
  const xml = typeof message === 'string' ? decodeAnswer(message) : undefined
  need(xml, 'form: message')
  const root = rootOf(xml)
  return {
    name: request === undefined ? 'SAMLResponse' : 'SAMLRequest',
    xml,
    root,
    relayState: typeof relayState === 'string' ? relayState : undefined,
    verified: (certificates) => verifiedElement(xml, root, certificates),
  }
}

function rootOf(xml: string): Element {
  try {
    const root = parseStrictly(xml, answerLimits).documentElement
    elementsOf(root)
    return root
  } catch (error) {
    if (error instanceof XmlError) throw new Refusal(`XML: ${error.message}`)
    throw error
  }
}
