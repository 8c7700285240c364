// What an ASCII name in quotes may hold as it is (RFC 6266 §4.1, RFC 9110 §5.6.4).
const plain = /^[\w !#$&+.,;=@^`{}~()[\]-]+$/
const percent = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
/** As RFC 8187 wants a name of any script. */
const extended = (name: string) => encodeURIComponent(name).replace(/['()*]/g, percent)

/** The name under which an answer is saved, for browsers of any age. */
function disposition(name: string, how: 'attachment' | 'inline'): string {
  if (plain.test(name)) return `${how}; filename="${name}"`
  const fallback = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w !#$&+.,;=@^`{}~()[\]-]/gu, '_')
  return `${how}; filename="${fallback}"; filename*=UTF-8''${extended(name)}`
}

/** Headers of a file: its name, and that nothing in it may do anything on this site even where a browser opens it. */
export const fileHeaders = (name: string, how: 'attachment' | 'inline') => ({
  'content-disposition': disposition(name, how),
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
})
