import { createCanvas } from '@napi-rs/canvas'
import libheif from 'libheif-js/wasm-bundle.js'
import { openSpooled, type SpoolHandle } from './spool.ts'

/** Pixels of the longer side of the picture, and those of a photo that is decoded at all: 50 megapixels need 600 MB. */
const longSide = 2000
const mostPixels = 50_000_000
const quality = 82

/** A photo in HEIC as a smaller picture in JPEG; undefined for one that cannot be decoded. */
export async function drawHeif(handle: SpoolHandle): Promise<Uint8Array | undefined> {
  const image = primaryImage(handle)
  if (!image || image.get_width() * image.get_height() > mostPixels) return undefined
  const picture = createShrinking(image.get_width(), image.get_height())
  const isDrawn = await new Promise<boolean>((resolve) =>
    image.display({ data: picture }, (done) => resolve(done !== null)),
  )
  return isDrawn ? picture.toJpeg() : undefined
}

function primaryImage(handle: SpoolHandle) {
  const file = openSpooled(handle)
  try {
    const images = new libheif.HeifDecoder().decode(file.read(0, file.size))
    return images.find((image) => image.is_primary()) ?? images[0]
  } finally {
    file.close()
  }
}

/** A smaller picture that takes the rows of a larger one, each pixel the mean of those that it covers: no copy of the whole. */
function createShrinking(width: number, height: number) {
  const scale = Math.min(1, longSide / Math.max(width, height))
  const [columns, rows] = [Math.max(1, Math.floor(width * scale)), Math.max(1, Math.floor(height * scale))]
  const columnOf = Uint32Array.from({ length: width }, (_, x) => Math.min(columns - 1, Math.floor(x * scale)))
  const sums = new Uint32Array(columns * rows * 4)
  const counts = new Uint16Array(columns * rows)

  function addRow(row: Uint8Array, y: number) {
    const start = Math.min(rows - 1, Math.floor(y * scale)) * columns
    for (let x = 0; x < width; x += 1) {
      const pixel = start + (columnOf[x] ?? 0)
      counts[pixel] = (counts[pixel] ?? 0) + 1
      for (let channel = 0; channel < 4; channel += 1) {
        const at = pixel * 4 + channel
        sums[at] = (sums[at] ?? 0) + (row[x * 4 + channel] ?? 0)
      }
    }
  }

  return {
    /** Takes rows from the byte at `offset` of the large picture. */
    set(bytes: Uint8Array, offset = 0) {
      const rowBytes = width * 4
      const from = offset / rowBytes
      for (let at = 0; at + rowBytes <= bytes.length; at += rowBytes)
        addRow(bytes.subarray(at, at + rowBytes), from + at / rowBytes)
    },
    toJpeg(): Uint8Array {
      const canvas = createCanvas(columns, rows)
      const context = canvas.getContext('2d')
      const small = context.createImageData(columns, rows)
      for (let at = 0; at < sums.length; at += 1) small.data[at] = (sums[at] ?? 0) / (counts[at >> 2] ?? 1)
      context.putImageData(small, 0, 0)
      return canvas.toBuffer('image/jpeg', quality)
    },
  }
}
