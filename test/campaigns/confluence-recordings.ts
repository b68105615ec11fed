/** `npm run confluence-recordings -- DIR`: reads recorded answers of real Confluence, which `DIR/index.json` describes. @module */
import { checkRecordings } from '../support/recordings/check-recordings.ts'
import { readRecordings } from '../support/recordings/recording.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('npm run confluence-recordings -- DIR')

const { read, shortened, unasked, failures } = await checkRecordings(readRecordings(folder))
const count = [...read.values()].reduce((sum, one) => sum + one, 0)
const lines = [
  `${count} read as they were recorded: ${[...read].map((one) => one.join(' ')).join(', ')}`,
  `${shortened.length} shortened by their sources, so that what is read is not in them`,
  ...shortened.map((one) => `  ${one}`),
  `${unasked.length} of calls that Markport does not make: ${unasked.join(', ') || '–'}`,
  `${failures.length} failures`,
  ...failures.map((one) => `  ${one}`),
]
process.stdout.write(`${lines.join('\n')}\n`)
if (failures.length > 0 || count === 0) process.exitCode = 1
