/**
 * Converts without holding up others: small documents at once, large ones in worker threads, each
 * within a deadline.
 * @module
 */
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import {
  type ConversionLimits,
  type ConvertedDocument,
  convertDocument,
} from './convert-document.ts'
import type { ConvertReply, ConvertTask } from './convert-worker.ts'
import { ConverterBusyError } from './converter-busy-error.ts'
import { MarkdownLimitError } from './markdown-limit-error.ts'

export interface Converter {
  /**
   * Convert a document.
   * @throws {MarkdownLimitError} When it goes beyond a limit.
   * @throws {ConverterBusyError} When too many wait.
   */
  convert(markdown: string): Promise<ConvertedDocument>
  /** Stop the threads; a conversion that still runs fails. */
  close(): Promise<void>
}

export interface ConvertPoolOptions extends ConversionLimits {
  readonly timeoutMs: number
  readonly threads?: number
  /** Documents up to this many characters are converted on the calling thread. */
  readonly inlineLength?: number
  /** The worker's module, which exports `convertTask`. */
  readonly workerFile?: URL
}

/** Most pages are smaller: handing one to a thread and back costs more than converting it. */
const defaultInlineLength = 16 * 1024
const queuePerThread = 256
/** Longer than this no document waits for a thread. */
const maxWaitMs = 10_000
/** Small generations of new objects: a conversion's garbage dies at once, and memory stays low. */
const workerMemory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 } as const

/**
 * Start a pool.
 * @param options The limits, each of which becomes a refusal that names it.
 */
export function convertPool(options: ConvertPoolOptions): Converter {
  const { maxDepth, maxMarkdownBytes, maxAdfBytes, inlineLength = defaultInlineLength } = options
  const limits = { maxDepth, maxMarkdownBytes, maxAdfBytes }
  const threads = options.threads ?? Math.max(1, availableParallelism() - 1)
  // The same extension as this file: TypeScript from a checkout, JavaScript when built.
  const ownWorker = new URL(`convert-worker${extname(import.meta.url)}`, import.meta.url)
  const pool = new Piscina<ConvertTask, ConvertReply>({
    filename: fileURLToPath(options.workerFile ?? ownWorker),
    name: 'convertTask',
    minThreads: 1,
    maxThreads: threads,
    maxQueue: threads * queuePerThread,
    resourceLimits: workerMemory,
  })
  // A thread that dies is reported here as well; the conversion it ran has failed already.
  pool.on('error', () => {})
  return {
    async convert(markdown) {
      return markdown.length <= inlineLength
        ? convertDocument(markdown, limits)
        : convertInThread(pool, { markdown, limits }, options.timeoutMs)
    },
    // Not the pool's own close, which waits for ever once a conversion was cut off.
    close: () => pool.destroy(),
  }
}

async function convertInThread(
  pool: Piscina<ConvertTask, ConvertReply>,
  task: Omit<ConvertTask, 'startedAt'>,
  timeoutMs: number,
): Promise<ConvertedDocument> {
  const startedAt = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT))
  const abort = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const submittedAt = Date.now()
  const stopWhenOver = (): void => {
    const start = startedAt[0] as number
    const endsAt = start === 0 ? submittedAt + maxWaitMs : start + timeoutMs
    const remainingMs = endsAt - Date.now()
    // A document that waits may start at any time, so its own time is looked at again.
    if (remainingMs > 0) timer = setTimeout(stopWhenOver, Math.min(remainingMs, timeoutMs))
    else abort.abort()
  }
  timer = setTimeout(stopWhenOver, timeoutMs)
  try {
    const reply = await pool.run({ ...task, startedAt }, { signal: abort.signal })
    if ('refusal' in reply) throw new MarkdownLimitError(reply.refusal)
    return reply
  } catch (error) {
    throw poolError(error, startedAt[0] !== 0, timeoutMs)
  } finally {
    clearTimeout(timer)
  }
}

function poolError(error: unknown, hasStarted: boolean, timeoutMs: number): unknown {
  const { name, message, code } = error as Error & { code?: string }
  if (name === 'AbortError' && hasStarted) {
    return new MarkdownLimitError(
      `content takes longer than ${timeoutMs} ms to convert. Split the page, or ask the administrator to raise --conversion-timeout.`,
    )
  }
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new MarkdownLimitError('content takes too much memory to convert. Split the page.')
  }
  // The queue was full, or its wait used up the whole time.
  if (name === 'AbortError' || /queue is at limit/.test(message)) {
    return new ConverterBusyError('Too many large documents wait for conversion.', { cause: error })
  }
  return error
}
