/** Reads a key of 32 bytes in base64, in either alphabet; undefined for other text. */
export function parseKey(text: string): Buffer | undefined {
  const isKey = /^[A-Za-z0-9+/_-]{43}=?$/.test(text.trim())
  return isKey ? Buffer.from(text.trim(), 'base64') : undefined
}
