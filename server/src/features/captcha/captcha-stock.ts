/** A picture that nobody has seen. */
interface Picture {
  readonly answer: string
  readonly png: Uint8Array
}

interface Options {
  /** The most pictures in memory; with 0 each is drawn on demand. */
  readonly size: number
  readonly newAnswer: () => string
  /** Draws an answer; `client` is who pays for the time: a network, or the stock itself. */
  readonly draw: (answer: string, client: string) => Promise<Uint8Array>
  /** Receives why drawing ahead of need ended early; it is tried again after the next picture. */
  readonly onFailure: (error: unknown) => void
}

/**
 * Pictures drawn ahead of need, each shown once at most. Drawing ahead follows use, one picture at a time, and leaves the
 * thread to callers: all in all as many are drawn as are shown, and `size` more. So a flood costs no more than without a stock.
 * In the database answers would be at rest; one picture for several browsers would let one solution serve them all.
 */
export function createCaptchaStock({ size, newAnswer, draw, onFailure }: Options) {
  const pictures: Picture[] = []
  /** How many nobody has seen: in the stock, or out of it until their challenge accepts or refuses the answer. */
  let unseen = 0
  /** Callers whose picture is drawn on demand. */
  let callers = 0
  let isRefilling = false
  let isClosed = false

  /** Half a stock is enough to wait: a thread that had ended starts once for many pictures, not for each. */
  async function refill() {
    if (isRefilling || unseen > size / 2) return
    isRefilling = true
    try {
      while (!isClosed && callers === 0 && unseen < size) {
        const answer = newAnswer()
        pictures.push({ answer, png: await draw(answer, 'stock') })
        unseen += 1
      }
    } catch (error) {
      if (!isClosed) onFailure(error)
    }
    isRefilling = false
  }

  async function drawOnDemand(answer: string, network: string): Promise<Uint8Array> {
    callers += 1
    const png = await draw(answer, network).finally(() => {
      callers -= 1
    })
    void refill()
    return png
  }

  return {
    /**
     * A picture for a caller from `network`. `challenge` is given a new answer and returns the one to show, which differs if
     * the caller's challenge has an answer already: then the picture of the new one goes back, unseen.
     */
    async handOut(network: string, challenge: (newAnswer: string) => Promise<string>): Promise<Uint8Array> {
      const picture = pictures.shift()
      if (!picture) return drawOnDemand(await challenge(newAnswer()), network)
      let answer: string | undefined
      try {
        answer = await challenge(picture.answer)
      } finally {
        if (answer !== picture.answer) pictures.push(picture)
      }
      if (answer !== picture.answer) return drawOnDemand(answer, network)
      unseen -= 1
      void refill()
      return picture.png
    },

    /** Draws nothing ahead of need any more. */
    close() {
      isClosed = true
    },
  }
}
