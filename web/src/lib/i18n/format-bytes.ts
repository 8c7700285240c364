const byte = { unit: 'byte', bytes: 1, digits: 0 }
const units = [
  { unit: 'gigabyte', bytes: 1024 ** 3, digits: 1 },
  { unit: 'megabyte', bytes: 1024 ** 2, digits: 1 },
  { unit: 'kilobyte', bytes: 1024, digits: 0 },
  byte,
]

/** The size of a file as people of a language write it: '350 kB', '2,5 MB'. The figures are the same in every script. */
export function formatBytes(bytes: number, language: string): string {
  const { unit, bytes: one, digits } = units.find(({ bytes: least }) => bytes >= least) ?? byte
  return new Intl.NumberFormat(`${language}-u-nu-latn`, {
    style: 'unit',
    unit,
    maximumFractionDigits: digits,
  }).format(bytes / one)
}
