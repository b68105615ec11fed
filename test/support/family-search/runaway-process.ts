/**
 * A measured process that never answers: it computes or takes memory for ever, as the prefix of the
 * family says.
 * @module
 */
import { createInterface } from 'node:readline'

const taken: Buffer[] = []
process.stdout.write('{"ready":true}\n')
for await (const line of createInterface({ input: process.stdin })) {
  const takesMemory = line.includes('memory')
  for (;;) if (takesMemory) taken.push(Buffer.alloc(2 ** 24, 1))
}
