import { Paragraph } from 'docx'
import { ChartRun, type ChartRunOptions, type ChartSeries } from 'docx/charts'
import type { WordChart } from './word-document.ts'
import { wordColors } from './word-styles.ts'

// In pixels of 96 to the inch; the text of a page is 642 wide. LibreOffice draws a chart in this size and fits it into its frame: in
// a flatter one letters are stretched, in a smaller one they are small.
const [width, lowest] = [640, 360]
const barsHeight = (entries: number) => Math.max(lowest, 64 + entries * (entries > 12 ? 23 : 32))

/** The gap between the bars of two entries, in percent of a bar: two bars of few entries are 24 pixels high each. */
const gapBetween = (entries: number) => Math.round(Math.min(500, Math.max(45, (290 / entries / 24 - 2) * 100)))

/** Longer labels are shortened: the table has the whole text. */
const labelCharacters = 44

/** A zero of a line is on its axis, between the names of the categories. */
const withoutZero = '#,##0;;'

const text = { size: 9, color: wordColors.heading } as const
const [grey, dark] = [wordColors.compared, wordColors.own]

const shortened = (label: string) =>
  label.length > labelCharacters ? `${label.slice(0, labelCharacters - 1).trimEnd()}…` : label

/** The looks of each set. They differ in lightness, marks and dashes too, and each number is written. */
const looks = [
  { color: dark, markers: { shape: 'circle', size: 6 }, line: { color: dark, width: 2.25 }, position: 'above' },
  {
    color: grey,
    markers: { shape: 'square', size: 6 },
    line: { color: grey, width: 2.25, dash: 'dash' },
    position: 'below',
  },
] as const

/** Writes a chart of the program that reads the document, with its numbers in a workbook inside. */
export function wordChart({ type, title, description, categories, series }: WordChart): Paragraph {
  const shared = {
    categories: categories.map(shortened),
    altText: { name: title, title, description },
    legend: { position: 'top', font: text },
    categoryAxis: { font: text },
    chartArea: { border: 'none' },
    font: { name: 'Arial' },
  } as const
  const options: ChartRunOptions =
    type === 'line'
      ? {
          ...shared,
          type,
          transformation: { width, height: lowest },
          valueAxis: { minimum: 0, font: text, numberFormat: '#,##0' },
          series: series.map(({ name, values }, index): ChartSeries => {
            const { position, ...look } = looks[index === 0 ? 0 : 1]
            return {
              name,
              values,
              ...look,
              dataLabels: { value: true, position, numberFormat: withoutZero, font: { ...text, size: 8 } },
            }
          }),
        }
      : {
          ...shared,
          type,
          gapWidth: gapBetween(categories.length),
          overlap: 0,
          transformation: { width, height: barsHeight(categories.length) },
          categoryAxis: { ...shared.categoryAxis, reverseOrder: true },
          valueAxis: { minimum: 0, visible: false, gridlines: false },
          dataLabels: { value: true, position: 'outsideEnd', numberFormat: '#,##0', font: { ...text, size: 8 } },
          series: series.map(({ name, values }, index) => ({ name, values, color: looks[index === 0 ? 0 : 1].color })),
        }
  return new Paragraph({ keepNext: true, children: [new ChartRun(options)] })
}
