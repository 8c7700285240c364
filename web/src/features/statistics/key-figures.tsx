import {
  type CountedSet,
  type Indicator,
  indicatorIn,
  type StatisticsSubject,
  statisticsSubjects,
} from '@portal/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { countText, daysText, differenceText } from './charts/figures.ts'
import { indicatorText } from './indicator-card.tsx'
import { differenceOf } from './table.rules.ts'

interface KeyFigure {
  readonly name: string
  readonly text: string
  /** The figure of the comparison, with the difference from it. */
  readonly compared?: string | undefined
}

interface Props {
  readonly subject: StatisticsSubject
  readonly sets: readonly CountedSet[]
}

function countFigure(t: TFunction, name: string, counts: readonly number[]): KeyFigure {
  const [own = 0, other] = counts
  const text = countText(own)
  if (other === undefined) return { name, text }
  const difference = differenceText(differenceOf(own, other))
  return { name, text, compared: t('statisticsPage.figures.compared', { text: countText(other), difference }) }
}

/** The total, the median of each duration, and how many records have not reached the end of the last one. */
function keyFigures(t: TFunction, { subject, sets }: Props): KeyFigure[] {
  const indicators = Object.entries<Indicator>(statisticsSubjects[subject].indicators)
  const durations = indicators.flatMap(([key, { bands }]) => (bands ? [key] : []))
  const medians = durations.map((key): KeyFigure => {
    const [own, other] = sets.map((set) => indicatorIn(set, key).median)
    const daysOf = (median: number | undefined) =>
      median === undefined ? '–' : t('statisticsPage.figures.days', { count: median, text: daysText(median) })
    return {
      name: t('statisticsPage.figures.median', { name: indicatorText(t, subject, key, 'title') }),
      text: daysOf(own),
      ...(sets.length > 1 && { compared: t('statisticsPage.figures.before', { text: daysOf(other) }) }),
    }
  })
  const last = durations.at(-1)
  return [
    countFigure(
      t,
      t(`statisticsPage.${subject}.total`),
      sets.map(({ total }) => total),
    ),
    ...medians,
    ...(last === undefined
      ? []
      : [
          countFigure(
            t,
            t(`statisticsPage.${subject}.unfinished`),
            sets.map((set) => indicatorIn(set, last).missing),
          ),
        ]),
  ]
}

/** What the statistics say at a glance, with the change from the comparison. */
export function KeyFigures(props: Props) {
  const { t } = useTranslation()
  return (
    <dl className="key-figures">
      {keyFigures(t, props).map(({ name, text, compared }) => (
        <div key={name} className="key-figure">
          <dt>{name}</dt>
          <dd className="key-figure-number figures">{text}</dd>
          {compared !== undefined && <dd className="figures">{compared}</dd>}
        </div>
      ))}
    </dl>
  )
}
