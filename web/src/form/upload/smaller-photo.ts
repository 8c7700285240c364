import { type ContentKind, fileTypeOf, typeExtensionOf } from '@portal/contract'

/** Makes smaller copies of photos in the browser; offered where the line is slow. */
export interface PhotoShrinker {
  /** Whether the browser knows that the line is slow, before a file is sent. */
  readonly isLineSlow: () => boolean
  /** Milliseconds of a clock that only runs forward. */
  readonly now: () => number
  /** A smaller copy as JPEG, upright and without any data beside the picture; undefined where none can be made. */
  readonly shrink: (photo: File) => Promise<File | undefined>
}

/** Bytes of a photo whose smaller copy is worth an offer. */
const leastBytes = 1_500_000

const photoKinds: readonly (string | undefined)[] = ['jpeg', 'png', 'webp', 'heif', 'avif'] satisfies ContentKind[]

export const isLargePhoto = ({ name, size }: Pick<File, 'name' | 'size'>): boolean =>
  size >= leastBytes && photoKinds.includes(fileTypeOf(typeExtensionOf(name))?.content)

/** Of a running upload: what it sent says enough after so long, and the rest is long from here. */
const measuredMs = 3_000
const longMs = 20_000

/** Whether a running upload is slow: the rest of it would take more than 20 seconds. */
export function isUploadSlow({
  percent,
  elapsedMs,
}: {
  readonly percent: number
  readonly elapsedMs: number
}): boolean {
  if (elapsedMs < measuredMs) return false
  return percent <= 0 || (elapsedMs / percent) * (100 - percent) > longMs
}

/** The Network Information API, which only some browsers have and the types of the DOM leave out. */
interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
  /** Megabits per second. */
  readonly downlink?: number
}

/** Whether a connection is slow, or its owner saves data; false for one that says nothing. */
export const isConnectionSlow = ({
  saveData,
  effectiveType = '',
  downlink = Number.POSITIVE_INFINITY,
}: Connection = {}) => saveData === true || ['slow-2g', '2g', '3g'].includes(effectiveType) || downlink < 1

/** Enough to read a letter in a photo. */
const longestSide = 2048
const quality = 0.82
/** A copy of more than this part of the original is not worth it. */
const mostPart = 0.8

export const browserPhotos: PhotoShrinker = {
  isLineSlow: () => isConnectionSlow((navigator as { readonly connection?: Connection }).connection), // see `Connection`
  now: () => performance.now(),
  shrink: (photo) => drawSmaller(photo).catch(() => undefined),
}

async function drawSmaller(photo: File): Promise<File | undefined> {
  const image = await createImageBitmap(photo, { imageOrientation: 'from-image' })
  const scale = Math.min(1, longestSide / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  // JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  const copy = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (!copy || copy.size > photo.size * mostPart) return undefined
  return new File([copy], photo.name.replace(/\.[^.]*$/, '.jpg'), { type: 'image/jpeg' })
}
