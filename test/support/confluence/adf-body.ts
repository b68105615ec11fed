/** Bodies of Cloud: ADF as JSON text. @module */
import { saveAdf } from './adf-api-save.ts'
import { saveAdfInEditor } from './adf-editor-save.ts'
import { adfMarkers, markAdf } from './adf-marker.ts'
import { type AdfJson, rebuild } from './adf-node.ts'
import { Refusal } from './refusal.ts'
import type { SimulatorSwitches } from './simulator.ts'
import type { BodyFile, SiteBody } from './site-body.ts'

/** Make what Cloud does to bodies. */
export function adfBody(switches: SimulatorSwitches): SiteBody {
  return {
    empty: JSON.stringify({ type: 'doc', content: [], version: 1 }),
    apiSave(sent, page) {
      const doc = readAdf(sent)
      if (switches.unknownMedia === 'refused') checkMedia(doc, page.files)
      return JSON.stringify(saveAdf(doc, page))
    },
    editorSave: (body) => JSON.stringify(saveAdfInEditor(JSON.parse(body))),
    changeBlock: (body, block, change) =>
      JSON.stringify(changeTexts(JSON.parse(body), block, change)),
    addMarker: (body, text, nth, marker) =>
      JSON.stringify(markAdf(JSON.parse(body), text, nth, marker)),
    isSame: (one, other) => withoutIds(one) === withoutIds(other),
    markers: (body) => adfMarkers(JSON.parse(body)),
  }
}

/** Without the ids that every save makes anew, and what it notes for its viewer. */
function withoutIds(body: string): string {
  return JSON.stringify(JSON.parse(body), (name, value) =>
    ['localId', 'macroId', '__confluenceMetadata'].includes(name) ? undefined : value,
  )
}

function readAdf(sent: string): AdfJson {
  const refused = new Refusal({ kind: 'bad-body', message: 'Error parsing ADF' })
  let doc: AdfJson
  try {
    doc = JSON.parse(sent)
  } catch {
    throw refused
  }
  if (doc?.type !== 'doc' || !Array.isArray(doc.content)) throw refused
  return doc
}

function checkMedia(doc: AdfJson, files: readonly BodyFile[]): void {
  rebuild(doc, (node) => {
    const id = node.attrs?.id
    const isBlock = node.type === 'media' && node.attrs?.type === 'file'
    const isFile = isBlock || node.type === 'mediaInline'
    if (isFile && !files.some((one) => one.fileIds.includes(String(id))))
      throw new Refusal({ kind: 'bad-request', message: 'ATTACHMENT_VALIDATION_ERROR' })
    return [node]
  })
}

function changeTexts(doc: AdfJson, block: number, change: (text: string) => string): AdfJson {
  const changed = doc.content?.[block]
  if (changed === undefined) throw new Error(`there is no block ${block}`)
  const [node] = rebuild(changed, (one) =>
    one.type === 'text' ? [{ ...one, text: change(one.text ?? '') }] : [one],
  )
  return { ...doc, content: doc.content!.with(block, node!) }
}
