/** What exceeded its budget, a line each. */
export const exceeded: string[] = []

export function atLeast(what: string, value: number, budget: number): void {
  if (!(value >= budget)) exceeded.push(`${what} is ${value}, budget: at least ${budget}`)
}

export function atMost(what: string, value: number, budget: number): void {
  if (!(value <= budget)) exceeded.push(`${what} is ${value}, budget: at most ${budget}`)
}
