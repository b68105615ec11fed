/** Streams of an answer that end with whoever does not take them. @module */

export interface StreamBounds {
  /** How long its reader may leave what is there untaken. */
  readonly stallMs: number
  /** How long all of it may last. */
  readonly maxMs: number
  /** Told why it cannot go on: whoever reads must see that it is not whole. */
  giveUp(error: unknown): void
}

export interface BoundedStream {
  readonly stream: ReadableStream<Uint8Array>
  /** Resolves when nothing more is made: at the end, or because nobody takes it. */
  readonly ended: Promise<void>
}

/**
 * Make a stream. The next part is made when the one before has been taken.
 * @param parts What to stream; told to return when the stream ends early.
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
    // It may be at work on a part: then it returns after that.
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
