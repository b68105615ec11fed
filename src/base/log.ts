/** Structured logs: one JSON line an event, a constant message and fields, never content or secrets. @module */
import { type DestinationStream, type Logger, pino } from 'pino'
import { visibleJson } from './visible-text.ts'

/** What the program needs of a logger. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/**
 * Open a log.
 * @param level The least severe events to write.
 */
export function openLog(level: LogLevel, destination: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: pino.stdSerializers.err },
    },
    // JSON may hold C1 and bidirectional characters as they are, and lines are read in terminals.
    { write: (line) => destination.write(visibleJson(line)) },
  )
}
