/** Reports about single files: as lines, or as GitHub annotations. @module */
import type { FileWarning } from '../../folder-import/folder-events.ts'
import type { TextOutput } from '../text-output.ts'

export interface RunMessage {
  readonly kind: 'failed' | 'token' | FileWarning['severity']
  /** Relative to the working folder; undefined without a file. */
  readonly file?: string
  /** From 1; 0 without a line. */
  readonly line: number
  readonly message: string
}

interface RunMessages {
  add(message: RunMessage): void
  end(): void
}

/** Write each message immediately, in the format of compilers that editors link. */
export function plainMessages(stderr: TextOutput): RunMessages {
  return { add: (message) => writePlain(stderr, message), end: () => {} }
}

/** GitHub shows at most 10 annotations of each level for a step. */
const maxAnnotations = 10

/** The lowest ranks become annotations. */
const ranks: Readonly<Record<RunMessage['kind'], number>> = {
  failed: 0,
  token: 0,
  lost: 1,
  changed: 2,
  note: 3,
}

/**
 * Hold messages back, then make the most important ones annotations and the others lines.
 * @param pathOf Gives a path from the repository's root.
 */
export function githubMessages(
  stderr: TextOutput,
  pathOf: (file: string) => string | undefined,
): RunMessages {
  const kept: RunMessage[] = []
  return {
    add: (message) => void kept.push(message),
    end() {
      const left = { error: maxAnnotations, warning: maxAnnotations }
      for (const one of kept.splice(0).sort((a, b) => ranks[a.kind] - ranks[b.kind])) {
        const level = one.kind === 'failed' ? 'error' : 'warning'
        left[level] -= 1
        if (left[level] < 0) writePlain(stderr, one)
        else writeAnnotation(stderr, level, one, pathOf)
      }
    },
  }
}

function writePlain(stderr: TextOutput, { kind, file, line, message }: RunMessage): void {
  if (kind === 'token' || file === undefined) stderr.line({ color: 'yellow', text: message })
  else {
    const color = kind === 'failed' ? 'red' : 'yellow'
    stderr.line({ color, text: placeOf(file, line) }, ` ${message}`)
  }
}

/** The log shows only the message, so it contains the place too. */
function writeAnnotation(
  stderr: TextOutput,
  level: 'error' | 'warning',
  { file, line, message }: RunMessage,
  pathOf: (file: string) => string | undefined,
): void {
  const path = file === undefined ? undefined : pathOf(file)
  const place = file === undefined ? '' : `${placeOf(path ?? file, line)} `
  const shownAt = path === undefined || file?.endsWith('/') ? {} : { file: path }
  stderr.annotation(level, { ...shownAt, line, message: place + message })
}

export function placeOf(file: string, line: number): string {
  return line === 0 ? `${file}:` : `${file}:${line}:`
}
