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

/** Reads the input recorded before hydration (`before-hydration.ts`); the returned function replays it after hydration. */
export function replayEarlyInput(): () => void {
  const { early } = globalThis
  if (!early) return () => undefined
  const done = [...early.touched].filter(isControl).map((control) => {
    const { value } = control
    const isTicked = isTick(control) && control.checked
    return () => {
      awaken(control)
      if (isTick(control)) tick(control, isTicked)
      else enter(control, value)
    }
  })
  early.pressed?.removeAttribute('aria-busy')
  return () => {
    // The press comes after the changes of the controls.
    setTimeout(() => {
      early.end()
      if (early.isGone) return
      for (const again of done) again()
      setTimeout(() => early.pressed?.click())
    })
  }
}
