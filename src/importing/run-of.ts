/** Reads which run of imports a request belongs to. @module */
import type { IncomingMessage } from 'node:http'
import { runHeader, runPattern } from './contract.ts'

/**
 * Read the header. What names no run is none: the import is one on its own.
 * @param request Has the header, or not.
 */
export function runOf(request: Pick<IncomingMessage, 'headersDistinct'>): string | undefined {
  const [run, ...others] = request.headersDistinct[runHeader] ?? []
  return run !== undefined && others.length === 0 && runPattern.test(run) ? run : undefined
}
