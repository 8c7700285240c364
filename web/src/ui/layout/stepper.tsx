import { Icon } from '../icon.tsx'
import { NavLink } from './nav-link.tsx'

export interface Step {
  label: string
  /** Where a step that is done can be opened again. */
  href?: string | undefined
}

export interface StepperProps {
  steps: readonly Step[]
  /** Counted from 0. */
  current: number
  texts: { label: string; done: string; current: string }
}

/** Where one is in a form of several pages. `ul > li` and the order of the parts are what Bootstrap Italia styles by. */
export function Stepper({ steps, current, texts }: StepperProps) {
  return (
    <nav className="steppers" aria-label={texts.label}>
      <div className="steppers-header">
        <ul>
          {steps.map((step, index) => (
            <StepItem key={step.label} {...step} number={index + 1} state={stateOf(index, current)} texts={texts} />
          ))}
        </ul>
        <span className="steppers-index figures" aria-hidden="true">
          <bdi dir="ltr">{`${current + 1}/${steps.length}`}</bdi>
        </span>
      </div>
    </nav>
  )
}

type StepState = 'done' | 'current' | 'ahead'

const stateClass = { done: 'confirmed', current: 'active', ahead: undefined } as const

const stateOf = (index: number, current: number): StepState => {
  if (index === current) return 'current'
  return index < current ? 'done' : 'ahead'
}

type StepItemProps = Step & { number: number; state: StepState; texts: StepperProps['texts'] }

function StepItem({ label, href, number, state, texts }: StepItemProps) {
  return (
    <li className={stateClass[state]} aria-current={state === 'current' ? 'step' : undefined}>
      <span className="steppers-number" aria-hidden="true">
        {state === 'done' ? <Icon name="it-check" /> : number}
      </span>
      {state === 'done' && href !== undefined ? <NavLink href={href}>{label}</NavLink> : <span>{label}</span>}
      {state !== 'ahead' && <span className="visually-hidden">{texts[state]}</span>}
    </li>
  )
}
