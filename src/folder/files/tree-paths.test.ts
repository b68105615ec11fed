/** Names made readable, and the numbers in them. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leadingNumbers, readableName } from './tree-paths.ts'

test('makes titles of names', () => {
  const titles: Readonly<Record<string, string>> = {
    'op-guide': 'Op guide',
    snake_case: 'Snake case',
    'rest-of-it': 'Rest of it',
    'api-v2': 'API v2',
    FAQ: 'FAQ',
    'Getting-Started': 'Getting Started',
    '01-intro': 'Intro',
    '1.2_what is': 'What is',
    '02-$state': '$state',
    '2024-01-31-news': 'News',
    '01': '01',
    '1.8-2.0': '1.8 2.0',
    '404': '404',
    'v3.5': 'v3.5',
    '--': '--',
    größe: 'Größe',
    'ScrollView%20Example': 'ScrollView Example',
    '50%': '50%',
  }
  for (const [name, title] of Object.entries(titles)) assert.equal(readableName(name), title)
})

test('reads the numbers that put names in order', () => {
  assert.deepEqual(leadingNumbers('01-intro'), [1])
  assert.deepEqual(leadingNumbers('1.10 words'), [1, 10])
  assert.deepEqual(leadingNumbers('2024-01-31-news'), [2024, 1, 31])
  for (const name of ['intro', '404', '2024-report', '1.8-2.0', '3d', 'a-1']) {
    assert.equal(leadingNumbers(name), undefined, name)
  }
})
