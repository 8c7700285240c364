import type { CaseRow, ReferenceBundle } from '@portal/contract'
import { useTranslation } from 'react-i18next'
import { useWholeList } from '#form/choices.ts'
import { DefinitionList } from '#ui/summary-block.tsx'
import { caseTexts } from './case-texts.ts'

interface Props {
  readonly row: CaseRow
  readonly lists: ReferenceBundle | undefined
}

/** All that the list knows of a case, the columns that had no room too. */
export function CasePreview({ row, lists }: Props) {
  const { t } = useTranslation()
  const provinces = useWholeList('province', [])
  const texts = caseTexts(t, lists)
  const columns = ['due', 'field', 'mode', 'ground', 'place', 'language', 'operator', 'outcome'] as const
  const others = ['relevance', 'reporter', 'channel', 'unread'] as const
  return (
    <div className="case-preview">
      <DefinitionList
        items={[
          ...columns.map((id) => ({ term: t(`cases.columns.${id}`), value: texts[id](row) })),
          {
            term: t('cases.preview.province'),
            value: provinces.find(({ id }) => id === row.placeProvince)?.label ?? '–',
          },
          ...others.map((id) => ({ term: t(`cases.preview.${id}`), value: texts[id](row) })),
        ]}
      />
    </div>
  )
}
