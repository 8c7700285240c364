// Characters that an ASCII name in quotes may contain unescaped (RFC 6266 §4.1, RFC 9110 §5.6.4).
const plain = /^[\w !#$&+.,;=@^`{}~()[\]-]+$/
const percent = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
/** A name in any script, encoded by RFC 8187. */
const extended = (name: string) => encodeURIComponent(name).replace(/['()*]/g, percent)

/** Content-Disposition with the file name, also for old browsers. */
function disposition(name: string, how: 'attachment' | 'inline'): string {
  if (plain.test(name)) return `${how}; filename="${name}"`
  const fallback = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w !#$&+.,;=@^`{}~()[\]-]/gu, '_')
  return `${how}; filename="${fallback}"; filename*=UTF-8''${extended(name)}`
}

/** Headers of a file: its name, and a policy under which nothing in it can act on this site even when a browser opens it. */
export const fileHeaders = (name: string, how: 'attachment' | 'inline') => ({
  'content-disposition': disposition(name, how),
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
})
