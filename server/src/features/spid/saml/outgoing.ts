import type { Binding, ServiceProvider } from '../spid.types.ts'
import { type MessageName, redirectUrl } from './redirect-binding.ts'
import { signXml } from './sign-xml.ts'

/** A signed message on its way through the browser. */
export type Outgoing =
  | { readonly binding: 'redirect'; readonly url: string; readonly xml: string }
  | {
      readonly binding: 'post'
      readonly url: string
      /** Of the form that posts itself. */
      readonly fields: Readonly<Record<string, string>>
      /** As it is kept in the log. */
      readonly xml: string
    }

interface Message {
  readonly name: MessageName
  readonly binding: Binding
  readonly location: string
  /** Value of the root's attribute `ID`. */
  readonly id: string
  readonly xml: string
  readonly relayState: string | undefined
}

/** Whole seconds: providers answer with that precision, and an answer must not seem older than its request. */
export const instantOf = (at: Date) => `${at.toISOString().slice(0, 19)}Z`

/** Signs a message in the manner of its binding: the query as a whole, or the XML right after its Issuer. */
export function outgoing(signer: Pick<ServiceProvider, 'key' | 'certificate'>, message: Message): Outgoing {
  const { name, binding, location, id, xml, relayState } = message
  if (binding === 'redirect') {
    return { binding, url: redirectUrl({ location, name, xml, relayState, key: signer.key }), xml }
  }
  const signed = signXml(xml, { key: signer.key, certificate: signer.certificate, reference: id, after: 'Issuer' })
  const fields = {
    [name]: Buffer.from(signed).toString('base64'),
    ...(relayState !== undefined && { RelayState: relayState }),
  }
  return { binding, url: location, fields, xml: signed }
}
