/** Writes the icons that pages use into one file, from Lucide's, which it gets from npm: `npm run icons`. @module */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { iconNames } from '../src/server/web/components/icon-names.ts'

const version = '1.62.0'
const place = mkdtempSync(join(tmpdir(), 'markport-icons-'))
execFileSync('npm', ['install', '--no-save', '--prefix', place, `lucide-static@${version}`])
const folder = join(place, 'node_modules', 'lucide-static')
const notice = readFileSync(join(folder, 'LICENSE'), 'utf8').trim().replaceAll(/-{2,}/g, '')
const file = new URL('../src/server/web/assets/icons.svg', import.meta.url)

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
rmSync(place, { recursive: true })
