import { scaleLinear } from 'd3-scale'

interface Props {
  readonly counts: readonly number[]
  /** The count of a bar as long as its room. */
  readonly largest: number
}

const thickness = 10
const gap = 3

/** The bars of a row of the table, which has their figures: one for each set, the comparison hatched. */
export function Bars({ counts, largest }: Props) {
  const lengthOf = scaleLinear([0, Math.max(1, largest)], [0, 100])
  const height = counts.length * (thickness + gap) - gap
  return (
    <svg className="chart-bars" width="100%" height={height} aria-hidden="true" focusable="false">
      {counts.map((count, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the sets have no other name than their place
          key={index}
          className={index === 0 ? 'chart-own' : 'chart-compared'}
          y={index * (thickness + gap)}
          width={`${lengthOf(count)}%`}
          height={thickness}
        />
      ))}
    </svg>
  )
}
