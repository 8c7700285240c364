import type { DeliveryReason, DeliveryState } from '@portal/contract'

// biome-ignore format: a table
const states: Readonly<Record<string, DeliveryState>> = {
  failed:    'failed',
  delivered: 'delivered',
  delayed:   'accepted',
  relayed:   'accepted',
  expanded:  'accepted',
}

/** Beginnings of status codes (RFC 3463 §3), the longest first. */
// biome-ignore format: a table
const reasons: readonly (readonly [code: RegExp, reason: DeliveryReason])[] = [
  [/^5\.1\.2/,            'noDomain'],
  [/^[45]\.1\.[01346]/,   'noRecipient'],
  [/^[45]\.2\.1/,         'noRecipient'],
  [/^[45]\.2\.2/,         'full'],
  [/^[45]\.4\./,          'noDomain'],
  [/^[45]\.7\./,          'rejected'],
]

const field = (text: string, name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(text)?.[1]?.trim()

/** What a `message/delivery-status` says (RFC 3464); undefined for one without an action that is known. */
export function readDeliveryStatus(
  text: string,
): { readonly state: DeliveryState; readonly reason: DeliveryReason | undefined } | undefined {
  const state = states[field(text, 'Action')?.toLowerCase() ?? '']
  if (!state) return undefined
  const code = field(text, 'Status') ?? ''
  const reason = reasons.find(([pattern]) => pattern.test(code))?.[1] ?? 'other'
  return { state, reason: state === 'failed' ? reason : undefined }
}
