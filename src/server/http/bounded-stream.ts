/** Streams that end when the client stops reading. @module */

export interface StreamBounds {
  readonly stallMs: number
  readonly maxMs: number
  /** Called when the stream breaks off. Cut the connection, so that the client notices. */
  giveUp(error: unknown): void
}

export interface BoundedStream {
  readonly stream: ReadableStream<Uint8Array>
  readonly ended: Promise<void>
}

/**
 * Makes each part when the one before was read.
 * @param parts `return` is called when the stream ends early.
 */
export function boundedStream(
  parts: AsyncGenerator<Uint8Array>,
  { stallMs, maxMs, giveUp }: StreamBounds,
): BoundedStream {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  let stall: NodeJS.Timeout | undefined
  let isOver = false
  const end = (): void => {
    isOver = true
    clearTimeout(stall)
    clearTimeout(limit)
    // A busy generator returns only after its present part.
    void parts.return(undefined).then(
      () => resolve(),
      () => resolve(),
    )
  }
  const cut = (error: unknown): void => {
    if (isOver) return
    end()
    giveUp(error)
  }
  const tooSlow = (): void => cut(new Error('the stream was not taken in time'))
  const limit = setTimeout(tooSlow, maxMs).unref()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      clearTimeout(stall)
      try {
        const { done, value } = await parts.next()
        if (isOver) return
        if (!done) {
          controller.enqueue(value)
          stall = setTimeout(tooSlow, stallMs).unref()
          return
        }
        controller.close()
        end()
      } catch (error) {
        cut(error)
      }
    },
    cancel: end,
  })
  return { stream, ended }
}
