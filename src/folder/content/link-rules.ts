/**
 * The rules by which sites read addresses, one per row, the likeliest first.
 * @module
 */
import { join, relative, sep } from 'node:path'
import type { DialectName } from '../dialects/dialects.ts'
import type { FileIndex } from '../files/file-index.ts'
import {
  folderOf,
  isIndex,
  isWithin,
  markdownEnding,
  nameOf,
  withSlashes,
} from '../files/tree-paths.ts'
import type { PageTree } from '../plan/page-tree.ts'
import type { Sites } from '../site/find-sites.ts'
import { redirected, type Site } from '../site/site.ts'
import { isOnWeb } from './resolution.ts'

/** The files and pages of a tree, in which the target of an address is looked up. */
export interface AddressTree {
  readonly base: string
  /** Root folder of the Git repository: pages may show images from anywhere in it. */
  readonly repository: string
  readonly sites: Pick<Sites, 'of'>
  readonly files: FileIndex
  readonly tree: Pick<PageTree, 'byPath'>
  /** Absolute paths of the files that symlinks lead to, by the links' paths. */
  readonly linkTargets: ReadonlyMap<string, string>
}

export interface SiteLink extends AddressTree {
  readonly site: Site
  /** Path of the file with the link, from the base. */
  readonly path: string
  /** The address without its fragment, and with percent escapes decoded. */
  readonly address: string
  /** Paths that the address may mean from the site's root; undefined for a relative address. */
  readonly rootPaths: readonly string[] | undefined
}

interface LinkRule {
  readonly source: string
  /** Whether a site has the rule; by default all do. */
  isOf?(site: Site): boolean
  /** Folder where relative addresses start. */
  start?(path: string, site: Site): string
  /** Paths below the site's roots. */
  fromRoot?(path: string, link: SiteLink): string | readonly string[] | undefined
  /** Absolute paths that the address may mean, wherever they are. */
  paths?(link: SiteLink): string | readonly string[] | undefined
  /** Other absolute paths where the site may keep the file that an address places at this path. */
  elsewhere?(path: string, link: SiteLink): string | readonly string[] | undefined
  /** Give a path from the base as addresses write it, for example without numbers that only order. */
  fold?(path: string): string
  /** Whether `fold` is for the addresses that pages declare, not for their paths. */
  readonly isDeclared?: true
  /** A path with the endings and names that addresses leave out or replace. */
  variants?(path: string): readonly string[]
}

export const linkRules: readonly LinkRule[] = [
  {
    source: 'https://www.typescriptlang.org/tsconfig/#paths',
    paths: ({ site: { aliases }, address }) =>
      aliases
        .filter(({ prefix }) => address.startsWith(prefix))
        .map(({ prefix, folder }) => join(folder, address.slice(prefix.length))),
  },
  {
    source: 'https://gohugo.io/content-management/urls/#appearance',
    isOf: (site) => site.servesFolders ?? isMadeWith(site, 'hugo', 'starlight'),
    start: pageFolder,
  },
  {
    source: 'https://docs.github.com/get-started/writing-on-github#relative-links',
    start: folderOf,
  },
  {
    source: 'https://www.mkdocs.org/user-guide/configuration/#use_directory_urls',
    isOf: (site) =>
      site.servesFolders !== false &&
      (site.configFile === undefined || isMadeWith(site, 'mkdocs', 'docusaurus', 'mdx', 'jekyll')),
    start: pageFolder,
  },
  {
    // Without a trailing slash, browsers resolve the links of a folder's page from the folder above.
    source: 'https://nextjs.org/docs/app/api-reference/config/next-config-js/trailingSlash',
    isOf: (site) => isMadeWith(site, 'docusaurus', 'mdx'),
    start: (path, site) => folderOf(pageFolder(path, site)),
  },
  {
    source: 'https://docusaurus.io/docs/markdown-features/links',
    isOf: (site) => isMadeWith(site, 'docusaurus'),
    fromRoot: (path) => (markdownEnding.test(path) ? path : undefined),
  },
  {
    // Forges read the links of a symlinked file from the folder of its target.
    source: 'https://docs.github.com/get-started/writing-on-github#relative-links',
    paths({ linkTargets, path, address, rootPaths }) {
      const target = rootPaths === undefined ? linkTargets.get(path) : undefined
      return target && join(target, '..', address)
    },
  },
  {
    source: 'https://vitepress.dev/guide/asset-handling#the-public-directory',
    fromRoot: (path, { rootPaths }) => (rootPaths === undefined ? undefined : path),
  },
  {
    // A site's base path often repeats the names of the folders above the site.
    source: 'https://vitepress.dev/guide/asset-handling#base-url',
    fromRoot: (path, { base, rootPaths }) =>
      rootPaths === undefined ? undefined : withoutFoldersAbove(path, base),
  },
  {
    source: 'https://mintlify.com/docs/deploy/docs-subpath',
    fromRoot: (path, { rootPaths }) => rootPaths && /^docs\/(.+)$/.exec(path)?.[1],
  },
  {
    // The site fills in the template of `/docs/{{version}}/setup`, so look up only the path behind it.
    source: 'https://laravel.com/docs',
    fromRoot: (path) => templateAddress.exec(path)?.[1],
  },
  {
    source: 'https://help.obsidian.md/links',
    isOf: ({ dialects }) => dialects.some((name) => name === 'obsidian' || name === 'gollum'),
    paths({ base, files, path, address }) {
      const file = isOnWeb(address) ? undefined : files.find(address, folderOf(path))
      return file && join(base, file)
    },
  },
  {
    source: 'https://gohugo.io/configuration/module/#mounts',
    elsewhere: (path, { site: { mounts } }) =>
      mounts.flatMap(({ source, target }) => moved(path, target, source)),
  },
  {
    // Files of one language, such as `setup.ja.md`, link to each other without the language.
    source: 'https://ultrabug.github.io/mkdocs-static-i18n/getting-started/quick-start/',
    elsewhere(file, { path }) {
      const [, language] = /\.([a-z]{2}(?:[-_][A-Za-z]{2,4})?)\.\w+$/.exec(path) ?? []
      if (language === undefined) return undefined
      const [ending] = markdownEnding.exec(file) ?? ['.md']
      return `${file.replace(markdownEnding, '').replace(/\/$/, '')}.${language}${ending}`
    },
  },
  {
    source: 'https://www.mintlify.com/docs/create/redirects',
    elsewhere(path, { site: { redirects, rootFolders } }) {
      const root = rootFolders.find((folder) => isWithin(path, folder))
      if (root === undefined || redirects.length === 0) return undefined
      const to = redirected(withSlashes(relative(root, path)), redirects)
      return to && join(root, to)
    },
  },
  { source: 'https://www.unicode.org/reports/tr15/', fold: (path) => path.normalize('NFC') },
  {
    source: 'https://gohugo.io/content-management/urls/#aliases',
    isDeclared: true,
    fold: withoutNumbers,
  },
  { source: 'https://gohugo.io/functions/urls/urlize/', fold: folded },
  {
    source: 'https://docusaurus.io/docs/sidebar/autogenerated#using-number-prefixes',
    fold: withoutNumbers,
  },
  {
    // Folders whose names have a number only order the pages.
    source: 'https://github.com/sveltejs/svelte.dev',
    fold: (path) => withoutFolders(orderNumber, path).replace(lastOrderNumber, ''),
  },
  {
    source: 'https://nextjs.org/docs/app/api-reference/file-conventions/route-groups',
    fold: (path) => withoutFolders(/^\([^()]+\)$/, path),
  },
  {
    // `2024-01-31-news.md` becomes `news`, or `2024/01/31/news` for dated folders.
    source: 'https://jekyllrb.com/docs/permalinks/',
    fold: (path) => folded(path).replace(date, ''),
  },
  {
    source: 'https://jekyllrb.com/docs/permalinks/',
    variants: (path) => ['', ...fileEndings].map((ending) => withoutEnding(path) + ending),
  },
  {
    // The author may have renamed the file to `.mdx` without changing the link.
    source: 'https://mdxjs.com/docs/what-is-mdx/',
    variants: (path) => (path.endsWith('.md') ? [`${path}x`] : []),
  },
  {
    // Middleman names a file by its address: `b.html.md` becomes `b.html`.
    source: 'https://middlemanapp.com/basics/templating-language/',
    variants: (path) => (path.endsWith('.html') ? fileEndings.map((ending) => path + ending) : []),
  },
  {
    source: 'https://docs.github.com/repositories/about-readmes',
    variants: (path) =>
      folderFiles.map((name) => `${withoutEnding(path)}/${name}`.replace(/^\//, '')),
  },
]

function isMadeWith({ dialects: [first] }: Site, ...names: readonly DialectName[]): boolean {
  return first !== undefined && names.includes(first)
}

function pageFolder(path: string, site: Site): string {
  const name = nameOf(path)
  const isFolderPage = name === '' || isIndex(name) || site.isFolderPage(path)
  return isFolderPage ? folderOf(path) : path.replace(/\.\w+$/, '')
}

/** Move a path from one file or folder to another; addresses of files have no endings. */
export function moved(path: string, from: string, to: string): string[] {
  if (path === from || path.startsWith(from + sep)) return [to + path.slice(from.length)]
  const address = from.replace(markdownEnding, '')
  if (address === from || path.replace(/\/$/, '').toLowerCase() !== address.toLowerCase()) return []
  return [to]
}

/** Only this many folders above the site count: higher ones belong to the machine, not to the site. */
const namedFolders = 3

function withoutFoldersAbove(path: string, base: string): string[] {
  const folderNames = base
    .split(sep)
    .slice(-namedFolders)
    .map((name) => name.toLowerCase())
  const parts = path.split('/')
  const firstOther = parts.findIndex((part) => !folderNames.includes(part.toLowerCase()))
  const count = firstOther === -1 ? parts.length : firstOther
  return Array.from({ length: count }, (_, index) => parts.slice(index + 1).join('/'))
}

const templateAddress = /(?:^|\/)(?:\{\{[^{}/]{1,100}\}\}|\{[\w.-]{1,100}\}|<[\w.-]{1,100}>)\/(.+)$/

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase().replaceAll(' ', '-')
}

/** Numbers that only order files are left out of addresses; versions and dates stay. */
const orderNumber = /^\d{1,9}[ ]?[-_.]{1,3}[ ]?(?=[^-_. \d])/

const lastOrderNumber = new RegExp(`(?<=^|/)${orderNumber.source.slice(1)}(?=[^/]*$)`)

function withoutNumbers(path: string): string {
  return folded(path)
    .split('/')
    .map((part) => part.replace(orderNumber, ''))
    .join('/')
}

function withoutFolders(name: RegExp, path: string): string {
  const parts = folded(path).split('/')
  return parts.filter((part, index) => index === parts.length - 1 || !name.test(part)).join('/')
}

const date = /(?:_posts\/)?(?:\d{4}\/)?\d{4}([-/])\d{2}\1\d{2}[-/](?=[^/]+(?:\/index\.\w+)?$)/

const fileEndings = ['.md', '.mdx', '.markdown', '.mdown', '.mkd', '.qmd']
const folderFiles = ['index.md', 'readme.md', 'README.md', '_index.md']

function withoutEnding(path: string): string {
  return path.replace(/(?:^|\/)(?:index|readme|_index)(?:\.html?)?$|\.html?$/i, '')
}
