import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { FieldFrame, type FieldTexts } from './field-frame.tsx'

type Native = Pick<
  ComponentProps<'input'>,
  | 'autoComplete'
  | 'inputMode'
  | 'lang'
  | 'maxLength'
  | 'name'
  | 'onBlur'
  | 'readOnly'
  | 'disabled'
  | 'spellCheck'
  | 'translate'
  | 'ref'
>

export type TextInputProps = FieldTexts &
  Native & {
    type?: 'text' | 'email' | 'tel' | 'search' | 'password' | undefined
    value: string
    onChange: (value: string) => void
    /** 'ltr' for codes, addresses and figures, which read from the left in every language. */
    dir?: 'ltr' | 'auto' | undefined
    /** For what is never long: a telephone, a code, a postcode. */
    isShort?: boolean | undefined
  }

const readsFromLeft = { email: 'ltr', tel: 'ltr', text: undefined, search: undefined, password: 'ltr' } as const

export function TextInput(props: TextInputProps) {
  const { id, label, hint, error, required, note, type = 'text', dir, isShort, onChange, ...native } = props
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} required={required} note={note}>
      {(wiring) => (
        // The type is always written out: Bootstrap Italia styles input[type='text'], not input.
        <input
          {...native}
          {...wiring}
          type={type}
          dir={dir ?? readsFromLeft[type]}
          className={classNames('form-control', isShort && 'input-short')}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}
