import { parseStrictly, XmlError } from '#platform/parsing/strict-xml.ts'
import type { Binding } from '../spid.types.ts'
import { answerLimits, decodeAnswer } from './read-response.ts'
import { type MessageName, readRedirect } from './redirect-binding.ts'
import { elementsOf } from './response-envelope.ts'
import { need, SamlError } from './saml-error.ts'
import { verifiedElement } from './signature-checks.ts'

/** A SAML message as the browser sent it, unread. */
export interface RawMessage {
  readonly binding: Binding
  /** The raw query string, without the question mark. */
  readonly rawQuery: string
  /** The fields of the form, unvalidated. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** A parsed message whose signature is not verified yet. */
export interface Incoming {
  readonly name: MessageName
  /** The XML as received, for the log. */
  readonly xml: string
  readonly root: Element
  readonly relayState: string | undefined
  /** Returns the root as one of these certificates (base64 DER) signed it; throws a SamlError if none did. */
  readonly verify: (certificates: readonly string[]) => Element
}

/** Parses a message by its binding. Throws a SamlError for an unsigned query; `verify` refuses an unsigned form. */
export const readIncoming = (raw: RawMessage): Incoming => (raw.binding === 'redirect' ? fromQuery(raw) : fromForm(raw))

function fromQuery({ rawQuery }: RawMessage): Incoming {
  const { name, xml, relayState, isSignedBy } = readRedirect(rawQuery)
  const root = rootOf(xml)
  const verify = (certificates: readonly string[]) => {
    need(isSignedBy(certificates), 'query: Signature does not verify')
    return root
  }
  return { name, xml, root, relayState, verify }
}

function fromForm({ fields }: RawMessage): Incoming {
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
    verify: (certificates) => verifiedElement(xml, root, certificates),
  }
}

function rootOf(xml: string): Element {
  try {
    const root = parseStrictly(xml, answerLimits).documentElement
    elementsOf(root)
    return root
  } catch (error) {
    if (error instanceof XmlError) throw new SamlError(`XML: ${error.message}`)
    throw error
  }
}
