import { useTranslation } from 'react-i18next'
import { TextArea } from '#ui/field/text-area.tsx'

const reasonCharacters = 1000

interface Props {
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  readonly error: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Why something is asked for or decided: it stays with the request. */
export function ReasonField(props: Props) {
  const { t } = useTranslation()
  return (
    <TextArea
      {...props}
      required
      rows={4}
      limit={reasonCharacters}
      leftText={(count) => t('report.charactersLeft', { count })}
    />
  )
}
