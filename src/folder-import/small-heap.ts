/** Keeps the memory of an import of many files small, whatever the machine has. @module */
import { setFlagsFromString } from 'node:v8'

/** V8's flags, with what they are while the heap is kept small, and by themselves. */
const flags = [
  // The space for what is new stays as it is, instead of doubling up to 64 MB.
  { name: 'semi-space-growth-factor', small: 1, usual: 2 },
  // The other is collected once it has grown by so many percent; 0 has V8 choose, up to 300.
  { name: 'heap-growing-percent', small: 40, usual: 0 },
] as const

let underWay = 0

/**
 * Have garbage collected early, in the whole process, as long as some work goes on: V8 lets it grow to
 * hundreds of megabytes where the machine has them, and a run over many files makes much more of it than
 * it keeps.
 */
export async function withSmallHeap<Result>(work: () => Promise<Result>): Promise<Result> {
  underWay += 1
  setFlags('small')
  try {
    return await work()
  } finally {
    underWay -= 1
    if (underWay === 0) setFlags('usual')
  }
}

function setFlags(kind: 'small' | 'usual'): void {
  for (const flag of flags) setFlagsFromString(`--${flag.name}=${flag[kind]}`)
}
