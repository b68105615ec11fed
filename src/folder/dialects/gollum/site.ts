/** Git-based wikis of GitHub and GitLab: `_Sidebar.md`, `Home.md`. @module */
import { join } from 'node:path'
import { decodePart } from '../../../convert/adf/node-text.ts'
import { indexNames, nameOf, stemOf } from '../../files/tree-paths.ts'
import type { NavigationSource } from '../../navigation/navigation.ts'
import type { Generator } from '../generator.ts'
import { summary } from '../mdbook/site.ts'

const sidebar: NavigationSource = {
  names: /^_Sidebar\.md$/,
  read(text, context) {
    const files = new Map(
      context.list(context.folder).map((path) => [foldedName(stemOf(path)), nameOf(path)]),
    )
    const wikiAddresses = new Set(ownAddresses(text, (name) => files.has(foldedName(name))))
    const addressOf = (address: string): string => {
      const [, start = '', name = ''] = webPage.exec(address) ?? [address, '', address]
      const file =
        start === '' || wikiAddresses.has(start) ? files.get(foldedName(name)) : undefined
      return file === undefined ? address : encodeURIComponent(file)
    }
    const plain = text
      .replace(/\[\[([^[\]|\n]{1,500})(?:\|([^[\]\n]{1,500}))?\]\]/g, (_, words, name = words) => {
        return `[${words}](${addressOf(name)})`
      })
      .replace(/\]\(([^\s()]{1,1000})\)/g, (_, address) => `](${addressOf(address)})`)
    return summary.read(plain, context)
  },
}

/** A wiki page on the web; group 1 is the wiki's address. */
const webPage = /^(https?:\/\/[^/\s]{1,200}(?:\/[^/\s]{1,200}){2}\/wiki\/)([^\s#?/)]{1,500})/
const webPages = new RegExp(`(?<=\\]\\()${webPage.source.slice(1)}`, 'g')

function foldedName(name: string): string {
  return decodePart(name.replace(/#.*$/, '')).trim().replaceAll(' ', '-').toLowerCase()
}

/** The wiki's own addresses: the tree has at least two of the pages that the menu links to there. */
function ownAddresses(text: string, exists: (name: string) => boolean): string[] {
  const byAddress = Map.groupBy(text.matchAll(webPages), ([, start = '']) => start)
  return [...byAddress].flatMap(([start, matches]) => {
    const names = new Set(matches.map(([, , name = '']) => decodePart(name)).filter(exists))
    return names.size > 1 ? [start] : []
  })
}

/** Obsidian's embeds, comments, highlights, and foldable callouts. */
const vaultSign =
  /!\[\[[^\][]+\]\]|%%[^%]+%%|(?<![=\w])==[^=\s][^=]*==(?![=\w])|^[\s>]*>\s*\[![\w-]+\][-+]/
const namedLink = /\[\[([^\][|\n]{1,200}?)\\?\|([^\][|\n]{1,200})\]\]/g

/** Tell a vault from a wiki: Obsidian puts the page before the bar, a wiki behind it. */
function isVault(lines: readonly string[], isPage: (name: string) => boolean): boolean {
  let signs = 0
  for (const line of lines) {
    if (vaultSign.test(line)) signs += 1
    for (const [, first = '', second = ''] of line.matchAll(namedLink)) {
      if (isPage(first) !== isPage(second)) signs += isPage(first) ? 1 : -1
    }
  }
  return signs > 0
}

/** https://docs.github.com/communities/documenting-your-project-with-wikis */
export const gollum: Generator = {
  configNames: ['_Sidebar.md'],
  pathSign: /^Home\.md$/,
  isOther: isVault,
  partNames: ['_Sidebar', '_Header', '_Footer'],
  navigationFiles: [sidebar],
  isFolderPage: (path) => nameOf(path) === 'Home.md',
  // Pages are named by their files, but the home page by its heading.
  titleOf(path) {
    const name = nameOf(path)
    if (name === 'Home.md' || indexNames.some((pattern) => pattern.test(name))) return undefined
    return stemOf(path).replaceAll('-', ' ')
  },
  read: (text, folder, _base, { exists }) => ({
    addresses: ownAddresses(text, (name) => exists(join(folder, `${name}.md`))),
  }),
}
