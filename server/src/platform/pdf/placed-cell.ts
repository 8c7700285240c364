import { type Column, lineHeight, type SetText } from './typesetter.ts'

/** A cell ready to be drawn, and where it belongs in the structure of the document. */
export interface PlacedCell {
  readonly element: PDFKit.PDFStructureElement
  readonly tag: string
  readonly set: SetText
  readonly isOmitted: boolean
  readonly place: Column
}

/** The height of each line of cells that are side by side. */
export function lineHeightsOf(cells: readonly Pick<PlacedCell, 'set'>[]): number[] {
  const heights: number[] = []
  for (const { set } of cells)
    for (const index of set.lines.keys()) heights[index] = Math.max(heights[index] ?? 0, set.style.size * lineHeight)
  return heights
}

/** The height of cells side by side. */
export const heightOf = (cells: readonly Pick<PlacedCell, 'set'>[]): number =>
  lineHeightsOf(cells).reduce((sum, height) => sum + height, 0)
