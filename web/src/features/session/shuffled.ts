/** The same things in another order, each order as likely as any other (Fisher and Yates). `random` gives from 0 up to 1. */
export function shuffled<T>(things: readonly T[], random: () => number = Math.random): T[] {
  const order = [...things]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[order[last], order[other]] = [order[other] as T, order[last] as T]
  }
  return order
}
