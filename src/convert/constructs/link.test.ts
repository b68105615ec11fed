/** Bare addresses in tables. @module */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMark } from '../adf/any-node.ts'
import { markdownToAdf } from '../markdown-to-page.ts'

function linksOf(markdown: string): string[] {
  const links: string[] = []
  JSON.stringify(markdownToAdf(markdown).adf, (_, value) => {
    const mark = findMark(Object(value), 'link')
    if (mark !== undefined) links.push(`${value.text} -> ${mark.attrs?.href}`)
    return value
  })
  return links
}

test('bars in bare addresses of tables lose the backslash before them', () => {
  const cells = [
    'a https://u.example/?a\\|b',
    'www.u.example/x\\|y',
    '**<https://u.example/p\\|q>**',
  ]
  assert.deepEqual(linksOf(`| a |\n|---|\n${cells.map((cell) => `| ${cell} |`).join('\n')}`), [
    'https://u.example/?a|b -> https://u.example/?a|b',
    'www.u.example/x|y -> http://www.u.example/x|y',
    'https://u.example/p|q -> https://u.example/p|q',
  ])
  assert.deepEqual(linksOf('https://u.example/a\\|b'), [
    'https://u.example/a\\|b -> https://u.example/a\\|b',
  ])
})
