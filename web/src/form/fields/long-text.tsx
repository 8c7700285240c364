import { useTranslation } from 'react-i18next'
import { TextArea, type TextAreaProps } from '#ui/field/text-area.tsx'
import { useCleanTyping } from './use-clean-typing.tsx'

type Props = Omit<TextAreaProps, 'limit' | 'leftText' | 'onChange'> & {
  readonly onChange: (value: string) => void
  /** How many code points the server keeps. */
  readonly limit: number
}

/** A box for a text of several lines: it says how much is left, and whether something was removed that nobody sees. */
export function LongText({ onChange, ...props }: Props) {
  const { t } = useTranslation()
  const { handleChange, news } = useCleanTyping(onChange)
  return (
    <div>
      <TextArea
        {...props}
        leftText={(count: number) => t('report.charactersLeft', { count })}
        onChange={handleChange}
      />
      {news}
    </div>
  )
}
