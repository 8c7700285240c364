import { refused, typedReader } from './typed-value.ts'

/** Accepts the same addresses as zod's `email`, and top-level domains in ASCII form, without zod, which the first page does not load. */
const email = /^(?!\.)(?!.*\.\.)([A-Z0-9_'+\-.]*)[A-Z0-9_+-]@([A-Z0-9][A-Z0-9-]*\.)+(?:[A-Z]{2,}|xn--[A-Z0-9-]+)$/i

const longest = 254

/** The ASCII form of a domain in any script (RFC 5890), to which mails are sent. */
function asciiDomain(domain: string): string {
  if (/^[\x21-\x7e]*$/.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/**
 * Reads a mail address as people paste it: `Mario Rossi <mario@example.org>`, `mailto:mario@example.org`, with a comma after it. A domain
 * in another script is kept in the ASCII form to which mails are sent.
 */
export const readEmail = typedReader('email_non_valida', (typed) => {
  const inBrackets = /<([^<>]*)>[\s,;.]*$/.exec(typed)?.[1] ?? typed
  const address = inBrackets
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[\s,;.]+$/, '')
  const at = address.lastIndexOf('@')
  const ascii = `${address.slice(0, Math.max(at, 0))}@${asciiDomain(address.slice(at + 1))}`
  return at >= 0 && ascii.length <= longest && email.test(ascii) ? { value: ascii } : refused('email_non_valida')
})
