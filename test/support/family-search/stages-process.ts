/**
 * The measured process: for each line `{"family":…,"kib":…}` on stdin it runs the stages and prints
 * what they cost. Native code cannot be interrupted, so whoever started it kills it.
 * @module
 */
import { createInterface } from 'node:readline'
import type { RepeatedFamily } from './families.ts'
import { runStages } from './stages.ts'

const ordinary: RepeatedFamily = {
  order: 'in turn',
  prefix: '# Title\n\n',
  units: [
    'Some *words* and [a link](/u).\n\n',
    '- one\n- two\n\n',
    '| a | b |\n|---|---|\n| c | d |\n\n',
  ],
  suffix: '',
}
// The first runs of a function are slower.
for (let run = 0; run < 8; run += 1) runStages(ordinary, 16 * 1024)
process.stdout.write('{"ready":true}\n')

for await (const line of createInterface({ input: process.stdin })) {
  const { family, kib } = JSON.parse(line) as { family: RepeatedFamily; kib: number }
  process.stdout.write(`${JSON.stringify(runStages(family, kib * 1024))}\n`)
}
