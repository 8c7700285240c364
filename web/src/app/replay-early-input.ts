type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement

const isTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

/**
 * Has React bring the part of the page to life that a control stands in, which it does at once for whatever somebody does
 * there. Only then does it remember what the control held.
 */
const awaken = (control: Control) => control.dispatchEvent(new Event('keyup', { bubbles: true }))

/** Gives a control a value in such a way that React hears of it: past the setter by which React remembers the last one. */
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

/**
 * Reads what was done on the page before the program was there (`early.ts`); the returned function does it over, once the
 * page has come to life.
 */
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
    // What was pressed last comes after what the controls have changed.
    setTimeout(() => {
      early.end()
      if (early.isGone) return
      for (const again of done) again()
      setTimeout(() => early.pressed?.click())
    })
  }
}
