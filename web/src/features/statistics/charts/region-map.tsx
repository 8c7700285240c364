import italy from '@svg-maps/italy'
import { useTranslation } from 'react-i18next'
import { countText } from './figures.ts'
import { type RegionClasses, regionClasses, type Shade } from './region-classes.rules.ts'

/** The shapes of the map by the ids of the reference list of regions, which are those of ISTAT. */
// biome-ignore format: a table
export const shapeOfRegion: Readonly<Record<string, string>> = {
  1: 'piedmont',    2: 'aosta-valley',           3: 'lombardy', 4: 'trentino-south-tyrol',
  5: 'veneto',      6: 'friuli-venezia-giulia',  7: 'liguria',  8: 'emilia-romagna',
  9: 'tuscany',    10: 'umbria',                11: 'marche',  12: 'lazio',
  13: 'abruzzo',   14: 'molise',                15: 'campania', 16: 'apulia',
  17: 'basilicata', 18: 'calabria',             19: 'sicily',  20: 'sardinia',
}

/** Written out, since a build keeps only the styles that it finds named. */
// biome-ignore format: a table
const shadeClass = [
  'chart-region chart-shade-0', 'chart-region chart-shade-1', 'chart-region chart-shade-2',
  'chart-region chart-shade-3', 'chart-region chart-shade-4', 'chart-region chart-shade-5',
] as const satisfies Record<Shade, string>

export interface RegionCount {
  /** The id of the region. */
  readonly key: string
  readonly label: string
  readonly count: number
}

/** The regions in shades of their counts, hatched where colours are the reader's own. The table beside it has the figures. */
export function RegionMap({ regions }: { readonly regions: readonly RegionCount[] }) {
  const classes = regionClasses(regions.map(({ count }) => count))
  const byShape = new Map(regions.map((region) => [shapeOfRegion[region.key], region]))
  return (
    <figure className="chart-map" aria-hidden="true">
      <svg viewBox={italy.viewBox} aria-hidden="true" focusable="false">
        {italy.locations.map(({ id, path }) => {
          const region = byShape.get(id)
          const shade = classes.shadeOf(region?.count ?? 0)
          return (
            <g key={id}>
              <path className={shadeClass[shade]} d={path}>
                {region && <title>{`${region.label}: ${countText(region.count)}`}</title>}
              </path>
              {shade > 0 && <path className="chart-region-hatch" d={path} fill={`url(#chart-shade-${shade})`} />}
            </g>
          )
        })}
      </svg>
      <Legend classes={classes} />
    </figure>
  )
}

function Legend({ classes: { legend } }: { readonly classes: RegionClasses }) {
  const { t } = useTranslation()
  return (
    <figcaption className="chart-legend">
      <LegendEntry shade={0} text={t('statisticsPage.map.none')} />
      {legend.map(({ shade, from, to }) => (
        <LegendEntry
          key={shade}
          shade={shade}
          text={from === to ? countText(from) : t('statisticsPage.map.range', { from, to })}
        />
      ))}
    </figcaption>
  )
}

const LegendEntry = ({ shade, text }: { readonly shade: Shade; readonly text: string }) => (
  <span className="chart-legend-entry">
    <svg width="20" height="14" aria-hidden="true" focusable="false">
      <rect className={shadeClass[shade]} width="20" height="14" />
      {shade > 0 && <rect className="chart-region-hatch" width="20" height="14" fill={`url(#chart-shade-${shade})`} />}
    </svg>
    <span>{text}</span>
  </span>
)
