/** A part of an outline, in units of the font. */
export interface PathCommand {
  readonly command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath'
  readonly args: readonly number[]
}

/** A glyph whose outline is known. */
interface OutlinedGlyph {
  readonly path: { readonly commands: readonly PathCommand[] }
}

const outlines = new WeakMap<OutlinedGlyph, string>()

const written = (numbers: readonly number[]) => numbers.map((value) => Math.round(value * 10) / 10).join(' ')

type Point = readonly number[]

/** A quadratic curve as a cubic one, since PDF has no other (ISO 32000-1, 8.5.2.2). */
function cubic(start: Point, control: Point, end: Point): number[] {
  const towardsControl = (from: Point) =>
    from.map((value, axis) => value + (((control[axis] ?? value) - value) * 2) / 3)
  return [...towardsControl(start), ...towardsControl(end), ...end]
}

const operators = { moveTo: 'm', lineTo: 'l', quadraticCurveTo: 'c', bezierCurveTo: 'c', closePath: 'h' } as const

function writeOutline({ path }: OutlinedGlyph): string {
  let at: Point = [0, 0]
  const parts = path.commands.map(({ command, args }) => {
    const numbers = command === 'quadraticCurveTo' ? cubic(at, args.slice(0, 2), args.slice(2)) : args
    if (args.length > 0) at = args.slice(-2)
    return `${written(numbers)} ${operators[command]}`
  })
  return parts.join(' ')
}

/** The outline of a glyph as path operators, in units of its font; empty where nothing is seen. */
export function outlineOf(glyph: OutlinedGlyph): string {
  const known = outlines.get(glyph) ?? writeOutline(glyph)
  outlines.set(glyph, known)
  return known
}
