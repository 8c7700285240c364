import { type KeyboardEvent, useState } from 'react'
import { matching, type Option, OptionList, useCombobox } from './combobox.tsx'
import { FieldFrame, type FieldTexts } from './field-frame.tsx'

type Props = FieldTexts & {
  /** In the order in which they are proposed. */
  readonly options: readonly Option[]
  readonly onPick: (id: string) => void
  /** Said where no option has the typed words. */
  readonly noneText: string
}

/** Picks one of many by typing. What is picked is the caller's; the field is empty again. */
export function PickField({ options, onPick, noneText, ...texts }: Props) {
  const [typed, setTyped] = useState('')
  const shown = matching(options, typed)
  const box = useCombobox({
    options: shown,
    text: typed,
    onText: setTyped,
    opens: 'onFocus',
    onChoose: ({ id }) => {
      setTyped('')
      onPick(id)
      return false
    },
  })
  // Ctrl+Enter sends the form around it; Enter alone never does.
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
    box.inputProps.onKeyDown(event)
  }
  return (
    <FieldFrame {...texts}>
      {(wiring) => (
        <div className="combobox">
          <input {...wiring} {...box.inputProps} onKeyDown={handleKey} />
          <OptionList box={box} label={texts.label} status={shown.length === 0 ? noneText : undefined} />
        </div>
      )}
    </FieldFrame>
  )
}
