/** Imports for a campaign of faults: what is asked for, and what each was told in the end. @module */
import type { ConfluenceSimulator } from '../confluence/simulator.ts'
import { png } from '../samples/images.ts'

export interface TrialImport {
  readonly title: string
  readonly mark: string
  readonly body: Readonly<Record<string, unknown>>
  readonly comment: { readonly marker: string; readonly staysThere: boolean } | undefined
  readonly position: number | undefined
  readonly isEdited: boolean
  readonly key: string | undefined
  readonly isTwice: boolean
  readonly reserving: 'by-id' | 'by-place' | 'left' | undefined
  readonly reserved: ToldImport[]
  readonly told: ToldImport[]
}

export interface ToldImport {
  readonly status: number
  readonly pageId: string | undefined
  readonly version: number | undefined
  readonly text: string
}

export interface TrialPage {
  readonly title: string
  readonly id: string
  readonly position: number | undefined
}

const image = png.toString('base64')
const phrase = 'words that somebody commented'

export function makeImport(
  site: ConfluenceSimulator,
  options: {
    number: number
    spaceId: string
    page: TrialPage | undefined
    random: () => number
  },
): TrialImport {
  const { number, spaceId, page, random } = options
  const title = page?.title ?? `Page ${number}`
  const mark = `mark${number}end`
  const isCommented = page !== undefined && random() < 0.5
  const staysThere = random() < 0.7
  const marker = isCommented ? commentOn(site, page.id) : undefined
  const isEdited = page !== undefined && random() < 0.3
  if (isEdited) site.humanEdit(page.id, 0, (text) => `${text} by hand`)
  const overwrite = page !== undefined || random() < 0.5
  const hasImage = random() < 0.4
  const position = random() < 0.6 ? Math.floor(random() * 12) : undefined
  const reserving = page === undefined && random() < 0.33 ? chooseUse(random()) : undefined
  const content = [
    `A first paragraph with ${mark}.`,
    staysThere ? `Here are ${phrase}, and more.` : 'Nothing is left of it.',
    ...(hasImage ? [`![dot](data:image/png;base64,${image})`] : []),
    '- one\n- two',
  ].join('\n\n')
  return {
    title,
    mark,
    body: {
      spaceId,
      parentId: site.homepageId,
      pageTitle: title,
      content,
      overwrite,
      ...(random() < 0.4 ? { labels: [`l${number}`] } : {}),
      ...(position === undefined ? {} : { position }),
    },
    position: position ?? page?.position,
    comment: marker === undefined ? undefined : { marker, staysThere },
    isEdited,
    // Of two creates, one finds the page taken.
    isTwice: (overwrite || reserving === 'left') && random() < (reserving ? 0.5 : 0.3),
    // Without a key, a lost answer makes the retry find its own page.
    key: !overwrite || random() < 0.3 ? `key-${number}` : undefined,
    reserving,
    reserved: [],
    told: [],
  }
}

function chooseUse(chance: number): NonNullable<TrialImport['reserving']> {
  if (chance < 0.6) return 'by-id'
  return chance < 0.8 ? 'by-place' : 'left'
}

function commentOn(site: ConfluenceSimulator, pageId: string): string | undefined {
  if (site.anchoredComments(pageId).length > 0) return undefined
  try {
    return site.addInlineComment(pageId, phrase)
  } catch {
    return undefined
  }
}
