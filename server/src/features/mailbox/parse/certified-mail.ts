import type { DeliveryReason, DeliveryState } from '@portal/contract'
import { childElements, parseStrictly, textOf, XmlError } from '#platform/parsing/strict-xml.ts'
import type { Certification, DeliveryNote } from './mail-facts.ts'

/** The data of certification of a certified mail (RFC 6109, `daticert.xml`), as far as the portal reads them. */
export interface CertificationData extends Certification {
  readonly kind: string
  readonly messageId: string | undefined
  readonly error: string
}

const limits = { characters: 256 * 1024, elements: 2000 }

/** Undefined for data that are not those of certified mail. */
export function readCertificationData(xml: string): CertificationData | undefined {
  try {
    const root = parseStrictly(xml.trim(), limits).documentElement
    if (root?.localName !== 'postacert') return undefined
    const child = (parent: Node | undefined, name: string) =>
      parent && childElements(parent).find(({ localName }) => localName === name)
    const data = child(root, 'dati')
    return {
      kind: root.getAttribute('tipo') ?? '',
      error: root.getAttribute('errore') ?? '',
      sender: textOf(child(child(root, 'intestazione'), 'mittente')) ?? '',
      sentAt: instantOf(child(data, 'data')),
      messageId: textOf(child(data, 'msgid')),
    }
  } catch (error) {
    if (error instanceof XmlError) return undefined
    throw error
  }

  function instantOf(element: Element | undefined): string | undefined {
    if (!element) return undefined
    const part = (name: string) => textOf(childElements(element).find(({ localName }) => localName === name)) ?? ''
    const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(part('giorno')) ?? []
    const zone = /^([+-]\d{2})(\d{2})$/.exec(element.getAttribute('zona') ?? '')
    const instant = new Date(`${year}-${month}-${day}T${part('ora')}${zone ? `${zone[1]}:${zone[2]}` : 'Z'}`)
    return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString()
  }
}

// biome-ignore format: a table
const receiptStates: Readonly<Record<string, DeliveryState>> = {
  'accettazione':               'accepted',
  'non-accettazione':           'failed',
  'presa-in-carico':            'accepted',
  'avvenuta-consegna':          'delivered',
  'errore-consegna':            'failed',
  // No provider has taken the mail in charge for twelve hours; the error itself follows.
  'preavviso-errore-consegna':  'accepted',
  'rilevazione-virus':          'failed',
}

// biome-ignore format: a table
const receiptErrors: Readonly<Record<string, DeliveryReason>> = {
  'no-dest':    'noRecipient',
  'no-dominio': 'noDomain',
  'virus':      'virus',
}

/** What a receipt of certified mail says; undefined for data that are no receipt. */
export function noteOfReceipt({ kind, error, messageId }: CertificationData): DeliveryNote | undefined {
  const state = receiptStates[kind]
  if (!state) return undefined
  const reason = kind === 'rilevazione-virus' ? 'virus' : (receiptErrors[error] ?? 'other')
  return { state, reason: state === 'failed' ? reason : undefined, messageIds: messageId ? [messageId] : [] }
}
