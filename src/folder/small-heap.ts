/** Keeps the memory of an import small. @module */
import { setFlagsFromString } from 'node:v8'

/** V8 flags with their value for a small heap and their default. */
const flags = [
  // Keep the young generation at its size instead of doubling it up to 64 MB.
  { name: 'semi-space-growth-factor', small: 1, usual: 2 },
  // Growth in per cent before the old generation is collected; 0 lets V8 choose, up to 300.
  { name: 'heap-growing-percent', small: 40, usual: 0 },
] as const

let runCount = 0

/** Without this, V8 lets the heap of a large import grow to hundreds of megabytes. */
export async function withSmallHeap<Result>(work: () => Promise<Result>): Promise<Result> {
  runCount += 1
  setFlags('small')
  try {
    return await work()
  } finally {
    runCount -= 1
    if (runCount === 0) setFlags('usual')
  }
}

function setFlags(kind: 'small' | 'usual'): void {
  for (const flag of flags) setFlagsFromString(`--${flag.name}=${flag[kind]}`)
}
