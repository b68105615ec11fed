/** Asks a simulated site for everything that Markport asks sites for. @module */
import { openSite } from '../../../src/confluence/open-site.ts'
import type { NewRemotePage } from '../../../src/confluence/site.ts'
import { adfOf } from './adf-node.ts'
import type { ConfluenceSimulator } from './simulator.ts'

export async function useOurClient(simulator: ConfluenceSimulator): Promise<void> {
  const { kind, email, token } = simulator
  const site = openSite({
    kind,
    address: { baseUrl: simulator.baseUrl, cloudId: undefined },
    readCredential: async () => ({ email, token }),
  })
  await site.findAccount()
  const space = await site.findSpace(simulator.spaceKey)
  if (space?.homepageId === undefined) throw new Error('the space is not found')
  await site.findParent(space.homepageId)
  await site.findParent('42')
  const body = (text: string) => (kind === 'cloud' ? adfOf(text) : `<p>${text}</p>`)
  const { homepageId: parentId, id: spaceId, key: spaceKey } = space
  const wanted = (title: string): NewRemotePage => ({
    spaceId,
    spaceKey,
    parentId,
    title,
    body: body('One two'),
  })
  const page = await site.createPage(wanted('Own'))
  const other = await site.createPage(wanted('Other'))
  const update = { spaceKey, parentId, body: body('Two'), message: 'Markport x' }
  await site.updatePage({ ...update, id: page.id, title: 'Own', version: 2 })
  simulator.addInlineComment(page.id, 'Two')
  await site.listOpenComments(page.id)
  await site.hasComments(page.id)
  await site.putProperty(page.id, { key: 'markport', value: { v: 1 }, current: undefined })
  const read = await site.readPage(page.id, 'markport')
  await site.putProperty(page.id, { key: 'markport', value: { v: 2 }, current: read?.property })
  await site.addLabels(page.id, ['one', 'two'])
  await site.removeLabel(page.id, 'one')
  const file = { name: 'a.png', mediaType: 'image/png', bytes: new Uint8Array([1]) }
  await site.attachFiles(page.id, [file])
  await site.listAttachments(page.id)
  await site.findPagesByTitle(space, 'own')
  await site.findVersions([page.id, '42'])
  await site.listChildren(space.homepageId)
  await site.movePage(page.id, 'append', other.id)
  await site.searchPages(space, 'own', 10)
  await site.archivePage(other.id)
  await site.trashPage(page.id)
  const refused: readonly Promise<unknown>[] = [
    site.createPage(wanted('OTHER')),
    site.createPage({ ...wanted('Lost'), parentId: '42' }),
    site.updatePage({ ...update, id: page.id, title: 'Own', version: 9 }),
    site.addLabels(page.id, ['a.b']),
    site.addLabels('42', ['one']),
    site.attachFiles('42', [file]),
    site.readPage('42', 'markport'),
  ]
  await Promise.allSettled(refused)
}
