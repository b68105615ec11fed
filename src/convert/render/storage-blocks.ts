/** Renders tables, code and images in storage format. @module */
import { fileName } from '../addresses/address.ts'
import {
  type AnyMark,
  type AnyNode,
  codeOf,
  contentOf,
  findMark,
  pixelsOf,
  spanOf,
  textValue,
} from '../adf/any-node.ts'
import { columnPixels, imageAddress, requestedSize } from '../adf/images.ts'
import { decodePart } from '../adf/node-text.ts'
import { editorLanguage, nameTable } from '../code-info.ts'
import { escapeXml, safeImageUrl } from './escape.ts'
import {
  linkStorage,
  macro,
  plainBody,
  type StorageContext,
  withComments,
  xmlAttributes,
} from './storage-marks.ts'

export function tableStorage(node: AnyNode, rows: string): string {
  const { layout, width, displayMode } = node.attrs ?? {}
  const given = xmlAttributes({
    'data-layout': textValue(layout),
    'data-table-width': typeof width === 'number' && width > 0 ? width : undefined,
    'data-table-display-mode': textValue(displayMode),
  })
  return `<table${given}>${columns(node)}<tbody>${rows}</tbody></table>`
}

/** ADF keeps widths in cells; those of the first row are the columns'. */
function columns(table: AnyNode): string {
  const [row] = contentOf(table)
  const cells = row ? contentOf(row) : []
  const widths = cells.flatMap((cell): readonly unknown[] => {
    const colwidth = cell?.attrs?.colwidth
    return Array.isArray(colwidth) ? colwidth : Array.from({ length: spanOf(cell?.attrs?.colspan) })
  })
  if (!widths.some(isWidth)) return ''
  const written = widths.map((width) =>
    isWidth(width) ? `<col style="width: ${width}px;"/>` : '<col/>',
  )
  return `<colgroup>${written.join('')}</colgroup>`
}

function isWidth(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= 10_000
}

export function cellStorage({ type, attrs = {} }: AnyNode, inside: string): string {
  const tag = type === 'tableHeader' ? 'th' : 'td'
  const color = textValue(attrs.background)
  const given = xmlAttributes({
    colspan: spanOf(attrs.colspan) > 1 ? spanOf(attrs.colspan) : undefined,
    rowspan: spanOf(attrs.rowspan) > 1 ? spanOf(attrs.rowspan) : undefined,
    'data-highlight-colour': /^#?[a-z\d]{1,20}$/i.test(color) ? color : undefined,
  })
  return `<${tag}${given}>${inside}</${tag}>`
}

/**
 * Languages of Data Center's code macro with their other names. Any other name is an error there
 * that hides the code.
 */
const languages = nameTable(`
  actionscript3=actionscript applescript bash=shell c#=csharp coldfusion cpp=c++,c css delphi=pascal
  diff erl=erlang groovy java jfx=javafx js=javascript,jsx,typescript,tsx,json php powershell
  py=python ruby sass=scss scala sql text=plaintext,none vb=visualbasic xml=html,xhtml,svg yml=yaml`)

export function codeBlockStorage(node: AnyNode): string {
  const name = textValue(node.attrs?.language).toLowerCase()
  const language = languages.get(name) ?? languages.get(editorLanguage(name)) ?? ''
  return macro('code', { language }, plainBody(codeOf(node)))
}

export interface ImageFrame {
  readonly node: AnyNode
  /** XML; empty for none. */
  readonly caption: string
}

/** Render an image, or the description of one whose file is unknown. */
export function mediaStorage(node: AnyNode, context: StorageContext, frame?: ImageFrame): string {
  const { alt: written, id } = node.attrs ?? {}
  const alt = textValue(written)
  const source = sourceOf(node, context)
  const caption = frame?.caption ?? ''
  if (source === undefined) {
    const described = escapeXml(alt || imageAddress(node) || textValue(id))
    return caption === '' ? described : `${described}<br/>${caption}`
  }
  const given = xmlAttributes({
    'ac:alt': alt,
    ...placeOf(frame?.node),
    ...sizeOf(node, frame?.node),
  })
  const captioned = caption === '' ? '' : `<ac:caption><p>${caption}</p></ac:caption>`
  const image = `<ac:image${given}>${source}${captioned}</ac:image>`
  const commented = withComments(image, node, context)
  const link: AnyMark | undefined =
    findMark(node, 'link') ?? (frame && findMark(frame.node, 'link'))
  return link === undefined ? commented : linkStorage(textValue(link.attrs?.href), commented)
}

function sourceOf(node: AnyNode, { isOfSite }: StorageContext): string | undefined {
  const address = imageAddress(node)
  if (address !== undefined) {
    const url = safeImageUrl(address)
    return url === undefined ? undefined : resource(url)
  }
  const { type, id } = node.attrs ?? {}
  const isFile = isOfSite && (type === 'file' || type === 'image')
  return isFile && textValue(id) !== '' ? attachment(textValue(id)) : undefined
}

function attachment(name: string): string {
  return `<ri:attachment ri:filename="${escapeXml(name)}"/>`
}

/** An address without a host names an attachment of the page. */
function resource(url: string): string {
  const isOfWeb = /^(?:[a-z][a-z\d+.-]*:|[/\\]{2})/i.test(url)
  const name = isOfWeb ? '' : decodePart(fileName(url))
  return name === '' ? `<ri:url ri:value="${escapeXml(url)}"/>` : attachment(name)
}

const alignments: Readonly<Record<string, string>> = {
  center: 'center',
  'wrap-left': 'left',
  'wrap-right': 'right',
  'align-start': 'left',
  'align-end': 'right',
  wide: 'center',
  'full-width': 'center',
}

function placeOf(frame: AnyNode | undefined): Record<string, string> {
  const layout = textValue(frame?.attrs?.layout)
  const align = Object.hasOwn(alignments, layout) ? alignments[layout] : undefined
  return align === undefined ? {} : { 'ac:align': align, 'ac:layout': layout }
}

/** The display width comes from the frame, the original size from the file. */
function sizeOf(media: AnyNode, frame: AnyNode | undefined): Record<string, number | undefined> {
  const { type, attrs } = media
  if (type === 'mediaInline') {
    const { width, height } = requestedSize(media)
    return {
      'ac:width': pixelsOf(width),
      'ac:height': width === undefined ? pixelsOf(height) : undefined,
    }
  }
  const { width, widthType } = frame?.attrs ?? {}
  const shown = pixelsOf(width)
  const isInPixels = widthType === 'pixel'
  const [ownWidth, ownHeight] = [pixelsOf(attrs?.width), pixelsOf(attrs?.height)]
  return {
    'ac:width': shown && (isInPixels ? shown : Math.round((shown * columnPixels) / 100)),
    // A height alone was set by the writer.
    'ac:height': shown === undefined && ownWidth === undefined ? ownHeight : undefined,
    'ac:original-width': ownWidth,
    'ac:original-height': ownWidth === undefined ? undefined : ownHeight,
  }
}
