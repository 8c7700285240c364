import { scaleQuantize } from 'd3-scale'

/** How many shades the map has, beside that of no records. */
const shades = [1, 2, 3, 4, 5] as const
export type Shade = 0 | (typeof shades)[number]

export interface RegionClasses {
  readonly shadeOf: (count: number) => Shade
  /** The counts of each shade that the map uses. */
  readonly legend: readonly { readonly shade: Shade; readonly from: number; readonly to: number }[]
}

/** Shades of equal width from 1 record to the largest count. */
export function regionClasses(counts: readonly number[]): RegionClasses {
  const largest = Math.max(0, ...counts)
  const width = Math.max(1, Math.ceil(largest / shades.length))
  const scale = scaleQuantize<Shade>([0.5, width * shades.length + 0.5], shades)
  return {
    shadeOf: (count) => (count === 0 ? 0 : scale(count)),
    legend: shades
      .map((shade) => ({ shade, from: (shade - 1) * width + 1, to: Math.min(shade * width, largest) }))
      .filter(({ from }) => from <= largest),
  }
}
