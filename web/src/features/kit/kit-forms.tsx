import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { DateField } from '../../ui/field/date-field.tsx'
import { ErrorSummary } from '../../ui/field/error-summary.tsx'
import { RadioCards } from '../../ui/field/radio-cards.tsx'
import { Select } from '../../ui/field/select.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextInput } from '../../ui/field/text-input.tsx'
import { Stepper } from '../../ui/layout/stepper.tsx'
import type { KitWords } from './kit-words.ts'

const profiles = ['victim', 'witness', 'reporter', 'association'] as const

/** A page of the public form, with everything it can be asked to show. */
export function KitForms({ words }: { words: KitWords }) {
  const [profile, setProfile] = useState<(typeof profiles)[number]>('witness')
  const [attempt, setAttempt] = useState(0)
  const steps = words.steps.map((label, index) => ({ label, href: `#step-${index + 1}` }))
  const errors = [
    { fieldId: 'kit-phone', text: `${words.phone}: ${words.phoneError}` },
    { fieldId: 'kit-birth', text: `${words.date} ${words.dateError}` },
  ]
  return (
    <>
      <Stepper
        steps={steps}
        current={2}
        texts={{ label: words.steps.join(', '), done: words.done, current: words.current }}
      />
      <div className="reading-column">
        <ErrorSummary title={words.summary} errors={errors} attempt={attempt} />
        <RadioCards
          id="kit-who"
          label={words.who}
          required
          value={profile}
          onChange={setProfile}
          options={profiles.map((value, index) => ({
            value,
            title: cardOf(words, index)[0],
            text: cardOf(words, index)[1],
          }))}
        />
        <KitTexts words={words} />
        <KitDates words={words} />
        <KitChoices words={words} />
        <div className="form-actions">
          <a href="#back">{words.back}</a>
          <Button onClick={() => setAttempt(attempt + 1)}>{words.next}</Button>
        </div>
        <p className="form-note">{words.sentence}</p>
      </div>
    </>
  )
}

const cardOf = ({ cards }: KitWords, index: number): [string, string] => {
  const [title = '', text = ''] = cards[index] ?? []
  return [title, text]
}

function KitTexts({ words }: { words: KitWords }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('ada@example.org')
  const [phone, setPhone] = useState('06/12')
  return (
    <>
      <TextInput id="kit-name" label={words.name} required value={name} onChange={setName} />
      <TextInput
        id="kit-email"
        label={words.email}
        note={words.optional}
        type="email"
        value={email}
        onChange={setEmail}
      />
      <TextInput
        id="kit-phone"
        label={words.phone}
        hint={words.phoneHint}
        error={words.phoneError}
        type="tel"
        isShort
        value={phone}
        onChange={setPhone}
      />
    </>
  )
}

function KitDates({ words }: { words: KitWords }) {
  const [date, setDate] = useState('7/3/2026')
  const [birth, setBirth] = useState('31/2/1990')
  const read = { digits: (text: string) => text, whole: () => undefined }
  const shared = { label: words.date, partLabels: words.parts, read, unreadable: words.dateError }
  return (
    <>
      <DateField {...shared} id="kit-date" hint={words.dateHint} value={date} onChange={setDate} />
      <DateField {...shared} id="kit-birth" error={words.dateError} value={birth} onChange={setBirth} />
    </>
  )
}

function KitChoices({ words }: { words: KitWords }) {
  const [region, setRegion] = useState('')
  const [message, setMessage] = useState('')
  const [isAgreed, setAgreed] = useState(false)
  const regions = ['Abruzzo', 'Lazio', 'Valle d’Aosta'].map((label) => ({ value: label, label }))
  const consent = { label: words.consent, required: true, checked: isAgreed, onChange: setAgreed }
  return (
    <>
      <Select
        id="kit-region"
        label={words.region}
        emptyLabel={words.unset}
        options={regions}
        value={region}
        onChange={setRegion}
      />
      <TextArea
        id="kit-message"
        label={words.message}
        hint={words.messageHint}
        required
        limit={10_000}
        leftText={(left) => `${left} ${words.left}`}
        value={message}
        onChange={setMessage}
      />
      <Checkbox {...consent} id="kit-consent" />
      <Checkbox {...consent} id="kit-consent-wrong" error={words.dateError} />
    </>
  )
}
