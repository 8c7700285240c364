import { type IStylesOptions, LineRuleType } from 'docx'

/** Arial exists or has a replacement of the same widths everywhere, so that the page numbers of the contents are right. */
const font = 'Arial'
export const wordColors = {
  heading: '17324D',
  rule: '5C6F82',
  shade: 'E6ECF2',
  own: '003A75',
  compared: '7F8FA0',
} as const

const { heading } = wordColors

/** Sizes are in half points, spaces in twentieths of a point. */
export const wordStyles = (language: string): IStylesOptions => ({
  default: {
    document: {
      run: { font, size: 22, language: { value: language } },
      paragraph: { spacing: { after: 120, line: 276, lineRule: LineRuleType.AUTO } },
    },
    title: { run: { size: 64, bold: true, color: heading }, paragraph: { spacing: { before: 3600, after: 240 } } },
    heading1: {
      run: { size: 36, bold: true, color: heading },
      paragraph: { keepNext: true, spacing: { after: 240 } },
    },
    heading2: {
      run: { size: 26, bold: true, color: heading },
      paragraph: { keepNext: true, keepLines: true, spacing: { before: 480, after: 120 } },
    },
  },
  paragraphStyles: [
    { id: 'Subtitle', name: 'Subtitle', basedOn: 'Normal', next: 'Normal', run: { size: 28, color: heading } },
    {
      id: 'Note',
      name: 'Note',
      basedOn: 'Normal',
      next: 'Normal',
      quickFormat: true,
      run: { size: 18, color: '455A64' },
    },
    {
      id: 'TableText',
      name: 'Table Text',
      basedOn: 'Normal',
      run: { size: 19 },
      paragraph: { spacing: { after: 0, line: 252, lineRule: LineRuleType.AUTO } },
    },
    {
      id: 'TOCHeading',
      name: 'TOC Heading',
      basedOn: 'Normal',
      next: 'Normal',
      run: { size: 36, bold: true, color: heading },
      paragraph: { spacing: { after: 240 } },
    },
    {
      id: 'TOC1',
      name: 'toc 1',
      basedOn: 'Normal',
      next: 'Normal',
      run: { bold: true },
      paragraph: { spacing: { before: 160, after: 40 } },
    },
    {
      id: 'TOC2',
      name: 'toc 2',
      basedOn: 'Normal',
      next: 'Normal',
      paragraph: { indent: { left: 284 }, spacing: { after: 20 } },
    },
    { id: 'Header', name: 'header', basedOn: 'Normal', run: { size: 17, color: '455A64' } },
    { id: 'Footer', name: 'footer', basedOn: 'Normal', run: { size: 17, color: '455A64' } },
  ],
})
