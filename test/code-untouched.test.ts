/** Code reaches its page byte for byte, whatever dialect's syntax it is full of. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type DialectName, dialectNames } from '../src/dialects/dialects.ts'
import { touchedCode } from './support/conversion/code-untouched.ts'
import { readerOf } from './support/conversion/read-as.ts'

/** The campaign asks it of many more. */
const documents = 150

describe('code is shown as it is written', () => {
  for (const dialect of dialectNames) {
    test(`in ${documents} documents of ${dialect}`, () => {
      for (let seed = 0; seed < documents; seed += 1) {
        const touched = touchedCode(dialect, seed)
        assert.deepEqual(touched?.missing ?? [], [], `seed ${seed}:\n${touched?.markdown}`)
      }
    })
  }
})

describe('code is found where', () => {
  const code = '=== "C++"\n{% hint %}\n==a=='
  for (const [fact, dialect, document] of [
    ['a fence in it does not end it', 'mkdocs', `\`\`\`\`\n${code}\n\`\`\`\n\`\`\`\``],
    ['a deeper fence does not end it', 'mkdocs', `\`\`\` title="x"\n${code}\n    \`\`\`\n\`\`\``],
    ['nothing closes it', 'gitbook', `~~~\n${code}`],
    ['it stands in <pre>', 'mkdocs', `<pre>\n${code}\n</pre>`],
    ['it goes on in the next line', 'mkdocs', `a \`==a\nb==\` c`],
    ['a tag holds a backquote', 'obsidian', '<a title="`"> `==a==` b'],
    ['a backquote is escaped', 'obsidian', '\\` `==a==` b'],
  ] satisfies readonly (readonly [string, DialectName, string])[]) {
    test(fact, () => assert.equal(readerOf([dialect])(document), document))
  }
})
