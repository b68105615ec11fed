/** No file of the source imports itself by way of others, not even for a type. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCircles, importGraph, readImportGraph } from './support/base/import-graph.ts'

test('files of the source import each other in no circle', () => {
  const graph = readImportGraph('src')
  const edges = [...graph.values()].flat()
  assert.ok(edges.length > graph.size, 'the imports are found')
  assert.deepEqual(
    edges.filter((file) => !graph.has(file) && file.endsWith('.ts')),
    [],
  )
  assert.deepEqual(
    findCircles(graph).map((circle) => circle.join(' → ')),
    [],
  )
})

test('a circle is found in whatever form its files import', () => {
  const graph = importGraph([
    ['a/one.ts', "import type {\n  Two,\n} from '../b/two.ts'\nimport { sql } from './free.ts'\n"],
    [
      'b/two.ts',
      "/** Text. @module */\nimport { html } from 'hono/html'\nexport { three } from './three.ts'\n",
    ],
    ['b/three.ts', "export async function load() {\n  return import('../b/four.ts')\n}\n"],
    ['b/four.ts', "import '../a/one.ts'\n"],
    ['a/free.ts', "import { type Two, two } from '../b/two.ts'\n"],
    ['a/self.ts', "import { self } from './self.ts'\n"],
  ])
  assert.deepEqual(findCircles(graph), [
    ['a/one.ts', 'b/two.ts', 'b/three.ts', 'b/four.ts', 'a/one.ts'],
    ['a/free.ts', 'b/two.ts', 'b/three.ts', 'b/four.ts', 'a/one.ts', 'a/free.ts'],
    ['a/self.ts', 'a/self.ts'],
  ])
})

test('files that share what they import are no circle', () => {
  const graph = importGraph([
    ['one.ts', "import { two } from './two.ts'\nimport { three } from './three.ts'\n"],
    ['two.ts', "import { three } from './three.ts'\n"],
    ['three.ts', "const text = `\n  import { one } from './one.ts'`\n"],
  ])
  assert.deepEqual(findCircles(graph), [])
})
