/** What the client and the library import can be bundled; `npm run bundles` tries it. @module */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const loadedAtRunTime = ['satteri', 'yaml', 'smol-toml', 'temml', 'highlight.js', 'node:module']

for (const entry of ['client.ts', 'library.ts']) {
  test(`${entry} imports nothing that bundlers cannot put into one file`, () => {
    const files = new Set<string>([new URL(`../src/${entry}`, import.meta.url).href])
    for (const file of files) {
      const text = readFileSync(new URL(file), 'utf8')
      const imports = text.matchAll(/^(?:import|export) (?!type\b)[^'"`]*?from '([^']+)'/gm)
      for (const [, specifier = ''] of imports) {
        if (specifier.startsWith('.')) files.add(new URL(specifier, file).href)
        assert.ok(!loadedAtRunTime.includes(specifier), `${file} imports ${specifier}`)
      }
      const isFinder = file.endsWith('/base/own-package.ts')
      assert.ok(isFinder || !text.includes('import.meta'), `${file} has import.meta`)
      assert.doesNotMatch(text, /^(?:(?:export )?const .*= )?await /m, file)
    }
    assert.ok(files.size > 50, `only ${files.size} files`)
  })
}
