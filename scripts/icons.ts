/** Writes the icons that pages use into one file, from Lucide's: `npm run icons`. @module */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { iconNames } from '../src/web/components/icon-names.ts'

const require = createRequire(import.meta.url)
const folder = dirname(require.resolve('lucide-static/package.json'))
const { version } = require('lucide-static/package.json') as { version: string }
const notice = readFileSync(join(folder, 'LICENSE'), 'utf8').trim().replaceAll(/-{2,}/g, '')
const file = new URL('../src/web/assets/icons.svg', import.meta.url)

/** The shapes of an icon: what stands in its root, on one line. */
function shapes(name: string): string {
  const text = readFileSync(join(folder, 'icons', `${name}.svg`), 'utf8')
  const inside = /<svg[^>]*>(.*)<\/svg>/s.exec(text)?.[1] ?? ''
  return inside
    .replaceAll(/>\s+</g, '><')
    .replaceAll(/\s*\/>/g, '/>')
    .trim()
}

const symbols = iconNames.map(
  (name) => `<symbol id="${name}" viewBox="0 0 24 24">${shapes(name)}</symbol>`,
)
writeFileSync(
  file,
  `<!--\nIcons of Lucide ${version}, https://lucide.dev\n\n${notice}\n-->\n<svg xmlns="http://www.w3.org/2000/svg">\n<title>Icons</title>\n${symbols.join('\n')}\n</svg>\n`,
)
