/** What a run says of single files: line by line, or as annotations where GitHub shows them. @module */
import type { FileWarning } from '../../folder-import/folder-events.ts'
import type { TextOutput } from '../text-output.ts'

/** A failure, or a warning. */
export interface RunMessage {
  readonly kind: 'failed' | 'token' | FileWarning['severity']
  /** As seen from the working folder; undefined where it is about no file. */
  readonly file?: string
  /** From 1; 0 when it is not about a line. */
  readonly line: number
  readonly message: string
}

interface RunMessages {
  add(message: RunMessage): void
  /** Say what was kept back. */
  end(): void
}

/** Say each message at once, as compilers do, so that editors lead to the place. */
export function plainMessages(stderr: TextOutput): RunMessages {
  return { add: (message) => writePlain(stderr, message), end: () => {} }
}

/** GitHub shows no more of each level for one step. */
const maxAnnotations = 10

/** The first are shown as annotations. */
const ranks: Readonly<Record<RunMessage['kind'], number>> = {
  failed: 0,
  token: 0,
  lost: 1,
  changed: 2,
  note: 3,
}

/**
 * Keep the messages until the most important ones are known. Those become annotations, the others
 * lines, so that none is said twice.
 * @param pathOf Names a file from the top of its repository.
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

/** The log shows nothing but the message, so the place is in it. */
function writeAnnotation(
  stderr: TextOutput,
  level: 'error' | 'warning',
  { file, line, message }: RunMessage,
  pathOf: (file: string) => string | undefined,
): void {
  const path = file === undefined ? undefined : pathOf(file)
  const place = file === undefined ? '' : `${placeOf(path ?? file, line)} `
  // GitHub shows lines of files only.
  const shownAt = path === undefined || file?.endsWith('/') ? {} : { file: path }
  stderr.annotation(level, { ...shownAt, line, message: place + message })
}

/**
 * Name a place as compilers do.
 * @param line Its line; 0 for none.
 */
export function placeOf(file: string, line: number): string {
  return line === 0 ? `${file}:` : `${file}:${line}:`
}
