/** Folders with secrets that no import may read, and references to them in each dialect. @module */
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { DialectName } from '../../../src/folder-import/dialects/dialects.ts'

const places = [
  ...['.git/config', '.git/modules/x/a.md', '.env', '.github/a.md', 'docs/.env', 'docs/.x/a.md'],
  ...['docs/.x.md', 'docs/.vitepress/.env', 'docs/.obsidian/a.md', '.obsidian/app.md', '.gif'],
  ...['ignored/a.md', 'docs/ignored.md', 'docs/sub/made/a.md', 'excluded.md', 'ignored/a.gif'],
  ...['../outside/a.md', '../outside/a.gif', 'docs/.vitepress', '.gitbook/.env'],
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
  ['mdx', '<include>@</include>'],
  ['jekyll', '{% include_relative @ %}'],
  ['jekyll', '{% include @ %}'],
  ['hugo', '{{< readfile file="@" >}}'],
  ['hugo', '{{< code_sample file="@" >}}'],
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
  const around = realpathSync(mkdtempSync(join(tmpdir(), 'markport-secrets-')))
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
