/** Errors about settings say nothing of what is in them, and none is read where a link leads to a secret. @module */
import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { checkFolder } from '../src/folder/check-folder.ts'
import { generators } from '../src/folder/dialects/dialects.ts'
import { temporaryFolder } from './support/base/temporary-folder.ts'

const top = temporaryFolder()

const names = [
  ...generators.flatMap(({ configNames }) => configNames),
  '_category_.json',
  '_meta.json',
  'meta.json',
  '.pages',
  '.nav.yml',
  '.order',
  'SUMMARY.md',
  '_data/team.json',
  '_variables.yml',
  'sidebars.json',
  'tsconfig.json',
  'docs.json',
]
const secret = 'SECRET="abc: [{%\nSECRET: *SECRET\n'

for (const [kind, make] of [
  ['broken', (file: string) => writeFileSync(file, secret)],
  ['linked', (file: string, env: string) => symlinkSync(relative(dirname(file), env), file)],
] as const) {
  test(`no message quotes settings that are ${kind}`, async () => {
    for (const [index, name] of names.entries()) {
      const repository = join(top, `${kind}-${index}`)
      const folder = join(repository, 'docs')
      const file = join(folder, name)
      mkdirSync(join(repository, '.git'), { recursive: true })
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(join(repository, '.env'), secret)
      writeFileSync(join(folder, 'a.md'), '# A\n')
      mkdirSync(join(folder, 'blog'), { recursive: true })
      writeFileSync(join(folder, 'blog/b.md'), '---\nauthor: me\n---\n# B\n')
      make(file, join(repository, '.env'))
      const events: unknown[] = []
      const { counts } = await checkFolder({
        paths: [folder],
        workingFolder: folder,
        onEvent: (event) => events.push(event),
      })
      assert.ok(counts.unchanged > 0, name)
      assert.doesNotMatch(JSON.stringify(events), /SECRET|abc/, name)
    }
  })
}
