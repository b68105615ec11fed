/** Structured logs: one JSON line per event, never content or secrets. @module */
import { type DestinationStream, type Logger, pino } from 'pino'
import { visibleJson } from './visible-text.ts'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

export function openLog(level: LogLevel, destination: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: pino.stdSerializers.err },
    },
    // Escapes C1 and bidirectional characters, because lines are read in terminals.
    { write: (line) => destination.write(visibleJson(line)) },
  )
}
