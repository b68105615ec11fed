/** `npm run documentation-trees -- PATH…`: imports real trees and prints what became of pages, links and images. @module */
import { resolve } from 'node:path'
import { measureTree, type TreeFigures } from '../support/folders/documentation-tree.ts'

const columns: readonly [string, (figures: TreeFigures) => string | number][] = [
  ['pages', ({ pages }) => pages],
  ['arrived', ({ arrived }) => arrived],
  ['syntax left / unheard', ({ left }) => `${left.pages} / ${left.unheard}`],
  [
    'links resolved',
    ({ links: { toPages, toSource, astray, left } }) =>
      `${toPages + toSource} / ${toPages + toSource + astray + left}`,
  ],
  ['to source', ({ links }) => links.toSource],
  ['astray', ({ links }) => links.astray],
  ['links missing too', ({ missing }) => missing.links],
  ['anchors missing too', ({ missing }) => missing.anchors],
  ['images shown', ({ images }) => `${images.shown} / ${images.total}`],
  ['images missing too', ({ missing }) => missing.images],
  [
    'lost / changed / notes',
    ({ severities: { lost, changed, note } }) => `${lost} / ${changed} / ${note}`,
  ],
  ['pages/s', ({ pagesPerSecond }) => pagesPerSecond],
  ['versions of a second run', ({ versionsOfSecondRun }) => versionsOfSecondRun],
  ['dry run differs in', ({ differencesOfDryRun }) => differencesOfDryRun.length],
]

const paths = process.argv.slice(2)
if (paths.length === 0) throw new Error('Name the folders to import.')
row('tree', ...columns.map(([title]) => title))
row('---', ...columns.map(() => '---'))
const more: string[] = []
for (const path of paths) {
  const figures = await measureTree(resolve(path))
  row(path, ...columns.map(([, show]) => show(figures)))
  const counts = Object.entries(figures.warnings).map(([code, count]) => `${code} ${count}`)
  const left = Object.entries(figures.left.signs).map(
    ([sign, { pages, example }]) => `  ${sign} on ${pages}, as ${example}`,
  )
  more.push([`${path}: ${counts.join(', ')}`, ...left].join('\n'))
}
process.stdout.write(`\n${more.join('\n\n')}\n`)

function row(...cells: readonly (string | number)[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}
