import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { DamagedError } from '../protection/vault.ts'
import { piecesOf } from './pieces.ts'

// STREAM (Hoang, Reyhanitabar, Rogaway, Vizár 2015): chunks are sealed one by one, each under a nonce of its index and of
// whether it is the last. Each file has its own key, so a counter never repeats a nonce.
const header = Buffer.from('PSF\x01')
const chunkBytes = 64 * 1024
const tagBytes = 16

/** A stored file that differs from what was sealed. The message has its id only. */
export class DamagedFileError extends DamagedError {
  constructor(fileId: string, error: string) {
    super(`files:${fileId}`)
    this.name = 'DamagedFileError'
    this.message = `The file ${fileId} is damaged: ${error}.`
  }
}

/** Creates the key of a new file; it must seal nothing else. */
export const makeContentKey = () => randomBytes(32)

const nonceOf = (index: number, isLast: boolean) => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 5, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** Seals a stream under a key of its own. Uses the memory of one chunk. */
export async function* sealStream(key: Buffer, plain: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  yield header
  let index = 0
  for await (const { bytes, isLast } of piecesOf(plain, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index++, isLast)).setAAD(header)
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/**
 * Opens what `sealStream` sealed. Each chunk is yielded once it is verified, so the chunks before an altered, misplaced or
 * missing one are out already. They are correct but incomplete: a consumer that passes them on must abort when this throws
 * `DamagedFileError`.
 */
export async function* openStream(
  key: Buffer,
  fileId: string,
  sealed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer, void> {
  let index = -1
  for await (const { bytes, isLast } of piecesOf(sealed, chunkBytes + tagBytes, header.length)) {
    if (index < 0) {
      if (isLast || !bytes.equals(header)) throw new DamagedFileError(fileId, 'it lacks the header of a sealed file')
    } else {
      const plain = openChunk(key, nonceOf(index, isLast), bytes)
      if (!plain) throw new DamagedFileError(fileId, `chunk ${index} is altered, misplaced or not the last`)
      yield plain
    }
    index++
  }
}

function openChunk(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | undefined {
  const end = sealed.length - tagBytes
  if (end < 0) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(header).setAuthTag(sealed.subarray(end))
  const plain = decipher.update(sealed.subarray(0, end))
  try {
    decipher.final()
    return plain
  } catch {
    return undefined
  }
}
