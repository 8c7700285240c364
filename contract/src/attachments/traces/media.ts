import { exifTraces } from './exif.ts'
import { iptcTraces } from './iptc.ts'
import { createScan, mark } from './scan.ts'
import { space, type Trace, textOf } from './trace.ts'
import { xmlTraces, xmpNames } from './xml.ts'

const mostExif = 256 * 1024
const mostXmp = 1024 * 1024
const mostCoordinates = 40
const mostName = 256

/**
 * Where traces begin in a picture or film, in whichever container: an Exif block, XMP, resources of Photoshop with IPTC data,
 * coordinates as text or in an atom, and the artist of a film. A chance match in 20 MB of a picture is improbable.
 */
const scan = createScan<Trace>([
  mark('II*\0', blockTraces),
  mark('MM\0*', blockTraces),
  mark('<rdf:RDF', xmpTraces),
  mark('8BIM\x04\x04', iptcResourceTraces),
  mark('+', coordinates),
  mark('-', coordinates),
  mark('loci\0\0\0\0', locationTraces),
  mark('\xa9ART', artistTraces),
  mark('\xa9aut', artistTraces),
  mark('\xa9wrt', artistTraces),
])

const readUint32 = (bytes: Uint8Array, at: number) =>
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(Math.min(at, bytes.length - 4))
const readUint16 = (bytes: Uint8Array, at: number) =>
  new DataView(bytes.buffer, bytes.byteOffset).getUint16(Math.min(at, bytes.length - 2))

/** The traces of a picture or film, and of those inside of it: a film behind a photo, a thumbnail. */
export const mediaTraces = (bytes: Uint8Array): Trace[] => (bytes.length < 16 ? [] : scan(bytes))

/** A block of directories: a TIFF file, or the Exif data of others, whose first directory is near its start. */
function blockTraces(bytes: Uint8Array, at: number): Trace[] {
  if (at === 0) return exifTraces(bytes, 0, bytes.length)
  const isLittle = bytes[at] === 0x49
  const far = isLittle ? bytes.subarray(at + 5, at + 8) : bytes.subarray(at + 4, at + 7)
  return far.some((byte) => byte !== 0) ? [] : exifTraces(bytes, at, endOfExif(bytes, at))
}

/** In a JPEG the block ends with its segment; elsewhere it is as long as its offsets say, up to a limit. */
function endOfExif(bytes: Uint8Array, at: number): number {
  const length = at - 8
  const isSegment = at >= 10 && bytes[at - 10] === 0xff && bytes[at - 9] === 0xe1
  return isSegment ? length + readUint16(bytes, length) : at + mostExif
}

/** Coordinates as text (ISO 6709), which films have. */
function coordinates(bytes: Uint8Array, at: number): Trace[] {
  if (bytes[at + 3] !== 0x2e) return []
  const text = textOf(bytes.subarray(at, at + mostCoordinates))
  const [found] = /^[+-]\d{2}\.\d{2,8}[+-]\d{3}\.\d{2,8}(?:[+-]\d{1,5}(?:\.\d{1,8})?)?\//.exec(text) ?? []
  return found ? [{ kind: 'place', start: at, end: at + found.length, fill: space }] : []
}

/** An atom of 3GPP (TS 26.244, §8.2): a language, a name with its end, a role, then longitude and latitude in 1/65536 degree. */
function locationTraces(bytes: Uint8Array, at: number): Trace[] {
  const name = at + 10
  const start = bytes.indexOf(0, name) + 2
  const end = start + 8
  if (start < name || start > name + mostName || end > bytes.length) return []
  const latitude = new DataView(bytes.buffer, bytes.byteOffset).getInt32(start + 4) / 65_536
  // Zeros would be a place in the Atlantic; 32,639 degrees are none.
  return Math.abs(latitude) <= 90 ? [{ kind: 'place', start, end, fill: 0x7f }] : []
}

function xmpTraces(bytes: Uint8Array, start: number): Trace[] {
  const text = textOf(bytes.subarray(start, start + mostXmp))
  const end = text.indexOf('</rdf:RDF>')
  return xmlTraces(end < 0 ? text : text.slice(0, end), xmpNames, start)
}

/** A resource of Photoshop: its number, a name of even length, a size, and the data. */
function iptcResourceTraces(bytes: Uint8Array, at: number): Trace[] {
  const name = at + 6
  const nameBytes = 1 + (bytes[name] ?? 0)
  const data = name + nameBytes + (nameBytes % 2) + 4
  return data > bytes.length ? [] : iptcTraces(bytes, data, data + readUint32(bytes, data - 4))
}

/** The text in an atom of a film: its name, then an atom of data with a size, a type, and eight bytes before the text. */
function artistTraces(bytes: Uint8Array, index: number): Trace[] {
  const start = index + 20
  const end = index + 4 + readUint32(bytes, index + 4)
  if (textOf(bytes.subarray(index + 8, index + 12)) !== 'data') return []
  if (end <= start || end > Math.min(bytes.length, start + 4096)) return []
  if (!bytes.subarray(start, end).some((byte) => byte !== space)) return []
  return [{ kind: 'author', start, end, fill: space }]
}
