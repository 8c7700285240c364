import type { Binding, ServiceProvider } from '../spid.types.ts'
import { type MessageName, redirectUrl } from './redirect-binding.ts'
import { signXml } from './sign-xml.ts'

/** A signed message to send through the browser. */
export type Outgoing =
  | { readonly binding: 'redirect'; readonly url: string; readonly xml: string }
  | {
      readonly binding: 'post'
      readonly url: string
      /** Fields of the form that submits itself. */
      readonly fields: Readonly<Record<string, string>>
      /** The signed XML, for the log. */
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

/** Formats an instant in whole seconds, the precision of providers, so that no answer seems older than its request. */
export const instantOf = (at: Date) => `${at.toISOString().slice(0, 19)}Z`

/** Signs a message by its binding: the whole query, or the XML with the signature after its Issuer. */
export function signMessage(signer: Pick<ServiceProvider, 'key' | 'certificate'>, message: Message): Outgoing {
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
