import { isIPv4, isIPv6 } from 'node:net'

/** The network of an address, truncated so that it does not identify a household: /24 for IPv4, /48 for IPv6. */
export function networkOf(address: string | undefined): string {
  // The connection is already closed.
  if (address === undefined) return 'unknown'
  const mapped = address.replace(/^::ffff:/i, '')
  if (isIPv4(mapped)) return `${mapped.split('.').slice(0, 3).join('.')}.0/24`
  if (isIPv6(address)) return `${expandIpv6(address).slice(0, 3).join(':')}::/48`
  return 'unknown'
}

function expandIpv6(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16))
}
