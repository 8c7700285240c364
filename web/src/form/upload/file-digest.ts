/** SHA-256 of a file in hexadecimal; undefined where the browser does not reckon, which is everywhere but on https. */
export async function digestOf(file: Blob): Promise<string | undefined> {
  // Typed as always there; it is not.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return undefined
  const bytes = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
