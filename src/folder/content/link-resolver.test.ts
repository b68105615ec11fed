/** Links to headings of other pages name them as each wiki does. @module */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { documentHeadings } from '../../convert/markdown-to-page.ts'
import { planFolder } from '../plan/plan-folder.ts'
import { fileResolver } from './file-resolver.ts'
import { linkResolver } from './link-resolver.ts'

const folder = mkdtempSync(join(tmpdir(), 'markport-links-'))
after(() => rmSync(folder, { recursive: true }))
const guide =
  '# Set up `it` now\n\n## Install & run\n\n## Install & run\n\n> # In a quote\n\n## 1. Begin\n'
writeFileSync(join(folder, 'guide.md'), guide)
writeFileSync(join(folder, 'start.md'), '# Start\n')

async function leadsTo(pageUrl: string, fragment: string): Promise<string> {
  const plan = await planFolder({ paths: [folder], workingFolder: folder })
  const [start, target] = ['start.md', 'guide.md'].map((path) => plan.tree.byPath.get(path))
  assert.ok(start && target)
  const headings = documentHeadings(guide, { title: target.title })
  const targets = {
    urlOf: () => pageUrl,
    findHeading: async (_: unknown, name: string) => headings.find(name),
  }
  const links = linkResolver(
    plan,
    targets,
    fileResolver(plan, async () => undefined, 0),
  )
  const resolution = await links.resolve(start, { url: `guide.md#${fragment}`, line: 1 } as never)
  return resolution.to === 'replace' ? resolution.url.slice(pageUrl.length) : resolution.to
}

const cloud = 'https://acme.atlassian.net/wiki/spaces/ENG/pages/7/Set+up+it+now'
const reader = 'https://docs.acme.example/wiki/spaces/DOCS/pages/10007'
const dataCenter = [
  'https://acme.example/confluence/display/ENG/Set+up+it+now',
  'https://acme.example/pages/viewpage.action?pageId=7',
  'https://acme.example/spaces/ENG/pages/7/Set+up+it+now',
]

test('by the id on the pages that Markport shows', async () => {
  assert.equal(await leadsTo(reader, 'install--run-1'), '#h-install--run-1')
})

test('as GitBook names headings that begin with a number', async () => {
  assert.equal(await leadsTo(reader, 'id-1.-begin'), '#h-1-begin')
})

test('by the words in Confluence Cloud', async () => {
  assert.equal(await leadsTo(cloud, 'install--run-1'), '#Install-%26-run.1')
})

test('by title and words on Data Center, without their spaces', async () => {
  for (const url of dataCenter) {
    assert.equal(await leadsTo(url, 'install--run-1'), '#Setupitnow-Install%26run.1', url)
    assert.equal(await leadsTo(url, 'in-a-quote'), '#Setupitnow-heading-in-a-quote', url)
  }
})

test('the heading that is the title is the top of its page', async () => {
  for (const url of [cloud, reader, ...dataCenter]) {
    assert.equal(await leadsTo(url, 'set-up-it-now'), '', url)
  }
})
