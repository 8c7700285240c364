/** What the server takes of a file of accounts (specification 2 §5). */
const mostBytes = 2_097_152
const mostCharacters = 100
export const uploadTypes = '.csv,.xlsx'

export type FileFault = 'wrongType' | 'tooLarge' | 'empty' | 'longName'

/** Why a file would be refused, known before it is sent. */
export function fileFault({ name, size }: Pick<File, 'name' | 'size'>): FileFault | undefined {
  if (!/\.(csv|xlsx)$/i.test(name)) return 'wrongType'
  if (size > mostBytes) return 'tooLarge'
  if (size === 0) return 'empty'
  return name.length > mostCharacters ? 'longName' : undefined
}

/** The file in base64; the browser reads and encodes it beside the page, which goes on answering. */
export const contentOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
