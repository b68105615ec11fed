/** Keeps the memory of a program that reads many files small, whatever the machine has. @module */
import { setFlagsFromString } from 'node:v8'

/**
 * Have garbage collected early, from here on: V8 lets it grow to hundreds of megabytes where the
 * machine has them, and a run over many files makes much more of it than it keeps.
 */
export function keepHeapSmall(): void {
  // The space for what is new stays as small as it is now.
  setFlagsFromString('--semi-space-growth-factor=1')
  // The other is collected once it has doubled, not only at four times its size.
  setFlagsFromString('--heap-growing-percent=100')
}
