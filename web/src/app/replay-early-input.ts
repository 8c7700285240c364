type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement

const isTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

/**
 * Makes React hydrate the boundary around a control, which it does at once on an input event. Only then does it track the
 * control's value.
 */
const awaken = (control: Control) => control.dispatchEvent(new Event('keyup', { bubbles: true }))

/** Sets the value of a control so that React notices: bypasses the setter that tracks the last value. */
function enter(control: Control, value: string) {
  if (!(control instanceof HTMLSelectElement)) control.value = ''
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {}
  set?.call(control, value)
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

function tick(control: HTMLInputElement, isTicked: boolean) {
  if (control.type === 'radio' && !isTicked) return
  control.checked = !isTicked
  control.click()
}

/** What a user changes or presses, in the order of the page. */
const findInputs = () => [
  ...document.querySelectorAll<Control | HTMLButtonElement>('#root :is(input, select, textarea, button)'),
]

/** Returns a function that finds an input again, by its place, where the page was rendered from scratch. */
function placeOf<I extends Element>(input: I): () => I | undefined {
  const place = findInputs().findIndex((one) => one.isSameNode(input))
  const isAlike = (other: Element | undefined): other is I => other?.tagName === input.tagName
  return () => {
    if (input.isConnected) return input
    const other = findInputs()[place]
    return isAlike(other) ? other : undefined
  }
}

/** Reads the input recorded before hydration (`before-hydration.ts`); the returned function replays it after hydration. */
export function replayEarlyInput(): () => void {
  const { early } = globalThis
  if (!early) return () => undefined
  const done = [...early.touched].filter(isControl).map((control) => {
    const { value } = control
    const isTicked = isTick(control) && control.checked
    const find = placeOf(control)
    return () => {
      awaken(control)
      const now = find()
      if (!now) return
      if (isTick(now)) tick(now, isTicked)
      else enter(now, value)
    }
  })
  const findPressed = early.pressed && placeOf(early.pressed)
  early.pressed?.removeAttribute('aria-busy')
  return () => {
    // The press comes after the changes of the controls.
    setTimeout(() => {
      early.end()
      if (early.isGone) return
      for (const again of done) again()
      setTimeout(() => findPressed?.()?.click())
    })
  }
}
