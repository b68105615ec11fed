/** A thread for searches of a SQLite store, which would block the main thread. @module */
import { extname } from 'node:path'
import { type MessagePort, Worker } from 'node:worker_threads'
import { DatabaseUnavailableError } from '../../contract/errors.ts'
import type { Row } from '../database.ts'
import type { Statement } from '../sql.ts'
import { sqliteConnection } from './sqlite-connection.ts'

type SearchAnswer = { readonly rows: readonly Row[] } | { readonly problem: string }

const program = new URL(`../../sqlite-searcher${extname(import.meta.url)}`, import.meta.url)

export function answerSearches(file: string, port: MessagePort): void {
  const connection = sqliteConnection(file, { isReadOnly: true })
  const answer = (statement: Statement): SearchAnswer => {
    try {
      return { rows: connection.run(statement) }
    } catch (error) {
      return { problem: (error as Error).message }
    }
  }
  port.on('message', (statement: Statement) => port.postMessage(answer(statement)))
  port.on('close', () => connection.close())
}

export function sqliteSearcher(file: string) {
  let thread: Worker | undefined
  const pendingSearches: PromiseWithResolvers<readonly Row[]>[] = []
  const fail = (cause?: Error): void => {
    thread = undefined
    const error = new DatabaseUnavailableError('the thread that searches has stopped', { cause })
    for (const { reject } of pendingSearches.splice(0)) reject(error)
  }
  const start = (): Worker => {
    const worker = new Worker(program, { workerData: file })
    worker.on('message', (answer: SearchAnswer) => {
      const search = pendingSearches.shift()
      if (pendingSearches.length === 0) worker.unref()
      if ('rows' in answer) search?.resolve(answer.rows)
      else search?.reject(new DatabaseUnavailableError(answer.problem))
    })
    worker.on('error', fail)
    worker.on('exit', () => fail())
    return worker
  }
  return {
    run({ parts, values }: Statement): Promise<readonly Row[]> {
      thread ??= start()
      const search = Promise.withResolvers<readonly Row[]>()
      pendingSearches.push(search)
      thread.ref()
      thread.postMessage({ parts, values })
      return search.promise
    },
    async close(): Promise<void> {
      await thread?.terminate()
    },
  }
}
