/** Folders with secrets that no import may read, and references to them in each dialect. @module */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { pageBuilder } from '../src/folder/content/page-builder.ts'
import { type DialectName, dialectNames } from '../src/folder/dialects/dialects.ts'
import { type FileSystem, guardedFiles } from '../src/folder/files/guarded-files.ts'
import { sourceSettings } from '../src/folder/folder-options.ts'
import { type FolderPlan, planFolder } from '../src/folder/plan/plan-folder.ts'
import { seededRandom } from './support/base/seeded-random.ts'
import { temporaryFolder } from './support/base/temporary-folder.ts'
import { type DocsFiles, docsFolder } from './support/folders/docs-folder.ts'

const limits = sourceSettings({ paths: [], workingFolder: '/' })

async function sentOf(plan: FolderPlan): Promise<string> {
  const builder = pageBuilder(plan, () => 'https://w/wiki/spaces/X/pages/1', limits)
  const sent: unknown[] = [plan.notices]
  for (const node of plan.tree.nodes) {
    const { title, problem } = node
    sent.push({ title, problem }, problem === undefined ? await builder.build(node) : {})
  }
  return JSON.stringify(sent)
}

function leaksOf({ secrets }: SecretFolder, sent: string): string[] {
  return [...secrets].flatMap(([place, secret]) => {
    const image = Buffer.from(`GIF89a${secret}`).toString('base64')
    return sent.includes(secret) || sent.includes(image) ? [place] : []
  })
}

function withoutGuard(guarded: FileSystem): FileSystem {
  const files: FileSystem = {
    ...guarded,
    refusalOf: () => undefined,
    readText: (path) => readFileSync(path, 'utf8'),
    readSettings: (path) => readFileSync(path, 'utf8'),
    readBytes: async (path) => readFileSync(path),
    async readImage(path) {
      if (statSync(path).isDirectory()) return 'image-unreadable'
      const bytes = readFileSync(path)
      return { url: `data:image/gif;base64,${bytes.toString('base64')}`, bytes: bytes.length }
    },
    with: () => files,
  }
  return files
}

test('no secret is in what is sent, by no dialect and no spelling of its path', async () => {
  const folder = secretFolder()
  const random = seededRandom(7)
  const unguarded = new Set<string>()
  for (const dialect of dialectNames) {
    for (const name of ['a.md', 'b.mdx', 'sub/c.md']) {
      writeFileSync(join(folder.docs, name), curiousPage(folder, dialect, random))
    }
    const source = { paths: [folder.docs], workingFolder: folder.docs, dialects: [dialect] }
    assert.deepEqual(leaksOf(folder, await sentOf(await planFolder(source))), [], dialect)
    if (unguarded.size === folder.secrets.size) continue
    const sent = await sentOf(
      await planFolder(source, (options) => withoutGuard(guardedFiles(options))),
    )
    for (const place of leaksOf(folder, sent)) unguarded.add(place)
  }
  const unread = [...folder.secrets.keys()].filter((place) => !unguarded.has(place))
  assert.deepEqual(unread, [], 'without the guard each of them is published (control)')
})

async function warningsOf(files: DocsFiles, source: object = {}): Promise<string[]> {
  const folder = docsFolder(files)
  const plan = await planFolder({
    paths: [join(folder.path, 'docs')],
    workingFolder: '/',
    ...source,
  })
  const builder = pageBuilder(plan, () => 'none', limits)
  const built = await Promise.all(plan.tree.nodes.map((node) => builder.build(node)))
  folder.remove()
  const all = [...plan.notices.map(({ notice }) => notice), ...built.flatMap((one) => one.notices)]
  const texts = built.map(({ content }) => (content.includes('words') ? 'published' : 'withheld'))
  const said = all.filter(({ code }) => code !== 'syntax-shown')
  return [...said.map(({ line, code }) => `${line} ${code}`), ...texts]
}

const page = { 'docs/a.md': '# A\n\n--8<-- "../build/x.md"\n', 'mkdocs.yml': '' }

test('each refusal is a warning with its line that says why and the way out', async () => {
  const secret = { 'build/x.md': 'words', '.gitignore': 'build/' }
  assert.deepEqual(await warningsOf({ ...page, ...secret }), ['3 include-ignored', 'withheld'])
  const allowIgnored = ['build/']
  assert.deepEqual(await warningsOf({ ...page, ...secret }, { allowIgnored }), ['published'])
  const hidden = { ...page, 'docs/a.md': '# A\n\n--8<-- "../.env"\n', '.env': 'words' }
  assert.deepEqual(await warningsOf(hidden), ['3 include-hidden', 'withheld'])
  assert.deepEqual(await warningsOf(hidden, { allowIgnored: ['*'] }), [
    '3 include-hidden',
    'withheld',
  ])
  const image = { 'docs/a.md': '# A\n\n![a](../.x/a.gif) ![b](b.gif)', '.x/a.gif': 'GIF89a' }
  const ignored = { 'docs/b.gif': 'GIF89a', '.gitignore': '*.gif' }
  assert.deepEqual(await warningsOf({ ...image, ...ignored }), [
    '3 image-hidden',
    '3 image-ignored',
    'withheld',
  ])
})

test('Git is asked for nothing where it keeps itself elsewhere, even by a run that names all', async () => {
  const folder = docsFolder({
    'docs/a.md': '# A\n\n--8<-- "../kept/config"',
    'mkdocs.yml': '',
    'kept/config': 'words',
  })
  folder.remove('.git')
  folder.write({ '.git': 'gitdir: kept\n' })
  const source = { paths: [join(folder.path, 'docs')], workingFolder: '/', allowIgnored: ['*'] }
  assert.doesNotMatch(await sentOf(await planFolder(source)), /words/)
  folder.remove('.git')
  folder.write({ '.git/x.md': '# X\n\nwords\n' })
  const named = await planFolder({ ...source, paths: [join(folder.path, '.git/x.md')] })
  assert.doesNotMatch(await sentOf(named), /words/)
  folder.remove()
})

test('what is beside the folder, in a folder of the generator or named is published', async () => {
  const shared = { 'build/x.md': 'words' }
  assert.deepEqual(await warningsOf({ ...page, ...shared }), ['published'])
  const own = { 'docs/a.md': '# A\n\n--8<-- ".gitbook/x.md"', 'docs/.gitbook/x.md': 'words' }
  assert.deepEqual(await warningsOf({ ...page, ...own }), ['published'])
  const ignored = { 'docs/a.md': '# A\n\nwords', '.gitignore': 'docs/' }
  assert.deepEqual(await warningsOf(ignored), ['published'])
})

test('what a generator has in a hidden folder goes with pages, unless it is excluded, and is no page', async () => {
  const own = { 'docs/a.md': '# A\n\n[plan](/.attachments/plan.pdf)', 'docs/.order': 'a' }
  const files = { 'docs/.attachments/plan.pdf': '%PDF words', 'docs/.attachments/b.md': '# B' }
  const kept = { 'docs/.gitignore': '.attachments/b.pdf', 'docs/.attachments/b.pdf': 'b' }
  const folder = docsFolder({ ...own, ...files, ...kept, 'docs/.other/c.pdf': 'c' })
  const source = { paths: [join(folder.path, 'docs')], workingFolder: '/' }
  const sent = await planFolder(source)
  const excluded = await planFolder({ ...source, exclude: ['.attachments/'] })
  const names = ['.attachments/plan.pdf', '.attachments/b.pdf', '.other/c.pdf']
  assert.deepEqual(
    [sent, excluded].map(({ files }) => names.filter((name) => files.has(name))),
    [['.attachments/plan.pdf'], []],
  )
  assert.deepEqual(
    sent.tree.nodes.map(({ path }) => path),
    ['a.md'],
  )
  assert.match(await sentOf(sent), /plan%2Epdf;base64/)
  assert.doesNotMatch(await sentOf(excluded), /;base64/)
  folder.remove()
})

const places = [
  '.git/config',
  '.git/modules/x/a.md',
  '.env',
  '.github/a.md',
  'docs/.env',
  'docs/.x/a.md',
  'docs/.x.md',
  'docs/.vitepress/.env',
  'docs/.obsidian/a.md',
  '.obsidian/app.md',
  '.gif',
  'ignored/a.md',
  'docs/ignored.md',
  'docs/sub/made/a.md',
  'excluded.md',
  'ignored/a.gif',
  '../outside/a.md',
  '../outside/a.gif',
  'docs/.vitepress',
  '.gitbook/.env',
]

const links: Readonly<Record<string, string>> = {
  'docs/l1.md': '../.env',
  'docs/l2.md': '../../outside/a.md',
  'docs/l3': '../.git',
  'docs/l4': '../ignored',
  'docs/l5': '../../outside',
  'docs/l6': 'l4',
  'docs/l7.gif': '../ignored/a.gif',
  'docs/l8': '..',
  'docs/mkdocs.yml': '../.env',
  '_config.yml': '.env',
}

const leads = ['docs/l3/config', 'docs/l4/a.md', 'docs/l5/a.md', 'docs/l6/a.gif', 'docs/l8/.env']

export const references: readonly (readonly [DialectName, string])[] = [
  ['mkdocs', '--8<-- "@"'],
  ['mkdocs', '--8<--\n@\n--8<--'],
  ['mkdocs', '{% include-markdown "@" %}'],
  ['mkdocs', '{% include "@" %}'],
  ['mkdocs', '{* @ ln[1:9] *}'],
  ['mkdocs', '{!> @ !}'],
  ['mdbook', '{{#include @}}'],
  ['mdbook', '```\n{{#rustdoc_include @}}\n```'],
  ['vitepress', '<<< @'],
  ['vitepress', '<!--@include: @-->'],
  ['docfx', '[!INCLUDE [x](@)]'],
  ['docfx', '[!code-js[x](@)]'],
  ['docfx', ':::code language="js" source="@":::'],
  ['docsify', "[x](@ ':include')"],
  ['docsify', "[x](@ ':include :type=code')"],
  ['jekyll', '{% include_relative @ %}'],
  ['jekyll', '{% include @ %}'],
  ['hugo', '{{< readfile file="@" >}}'],
  ['hugo', '{{< tab name="x" include="@" />}}'],
  ['quarto', '{{< include @ >}}'],
  ['myst', '```{include} @\n```'],
  ['myst', '```{literalinclude} @\n```'],
  ['gitbook', '{% include "@" %}'],
  ['obsidian', '![[@]]'],
  ['mdx', "import X from '@'\n\n<X />"],
  ['docusaurus', "import X from '@'\n\n<X />"],
  ['docusaurus', '<CodeBlock src="@"/>'],
  ['github', '![x](@)'],
  ['github', '<img src="@">'],
  ['github', '[x](@#part)'],
]

const spellings: readonly ((paths: SpelledPath) => string)[] = [
  ({ near }) => near,
  ({ near }) => near,
  ({ near }) => `./${near}`,
  ({ near }) => `sub/../${near}`,
  ({ near }) => near.replaceAll('/', '//'),
  ({ near }) => near.replaceAll('/', '\\'),
  ({ near }) => near.replaceAll('../', '..%2f'),
  ({ near }) => near.replaceAll('.', '%2e'),
  ({ near }) => near.toUpperCase(),
  ({ near }) => near.normalize('NFD'),
  ({ near }) => near.replace(/\.md$/, ''),
  ({ top }) => top,
  ({ top }) => `/${top}`,
  ({ top }) => `@/${top}`,
  ({ top }) => `~/${top}`,
  ({ top }) => `@site/${top}`,
  ({ whole }) => whole,
  ({ whole }) => `file://${whole}`,
  ({ near }) => `${near}\0.md`,
  ({ near }) => `${near}%00.md`,
]

interface SpelledPath {
  readonly near: string
  readonly top: string
  readonly whole: string
}

export interface SecretFolder {
  readonly top: string
  readonly docs: string
  readonly around: string
  readonly secrets: ReadonlyMap<string, string>
}

export function secretFolder(): SecretFolder {
  const around = temporaryFolder()
  const top = join(around, 'repository')
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(top, path)), { recursive: true })
    writeFileSync(join(top, path), text)
  }
  const wanted = places.filter((place) => place !== 'docs/.vitepress')
  const secrets = new Map(wanted.map((place, number) => [place, `secret-${number}-words`]))
  for (const [place, secret] of secrets) {
    write(place, place.endsWith('.gif') ? `GIF89a${secret}` : `url: ${secret}\n`)
  }
  write('.gitignore', 'ignored/\ndocs/ignored.md\n')
  write('docs/sub/.gitignore', 'made\n')
  write('.git/info/exclude', 'excluded.md\n')
  for (const [place, target] of Object.entries(links)) symlinkSync(target, join(top, place))
  return { top, docs: join(top, 'docs'), around, secrets }
}

export function curiousPage(
  { top, docs }: SecretFolder,
  dialect: DialectName,
  random: () => number,
): string {
  const pick = <Item>(list: readonly Item[]): Item =>
    list[Math.floor(random() * list.length)] as Item
  const known = references.filter(([name]) => name === dialect || name === 'github')
  const parts = [...places, ...leads, ...Object.keys(links)].map((place) => {
    const whole = join(top, place)
    const spell = pick(spellings)
    const address = spell({ near: relative(docs, whole), top: place, whole })
    return pick(known)[1].replace(/@(?!include)/, () => address)
  })
  return `# Page\n\n${parts.join('\n\n')}\n`
}
