/** Embeds the images that came with a form's Markdown. @module */
import { RequestError } from '../../../contract/errors.ts'
import { pageContent } from '../../../folder/content/page-content.ts'
import { splitAddress } from '../../../folder/content/resolution.ts'
import { readDocument } from '../../../folder/documents/read-document.ts'
import { imageType } from '../../../folder/files/read-image.ts'
import { nameOf } from '../../../folder/files/tree-paths.ts'
import { withinLimits } from '../../../wiki/import/read-request.ts'
import type { FormImages } from './import-form-fields.ts'

/**
 * Matches images by path, or by file name where that is unique.
 * @param markdown Too long Markdown stays unchanged, and the conversion refuses it.
 */
export async function embedImages(markdown: string, images: FormImages): Promise<string> {
  const find = imageFinder(images)
  try {
    // Keep the front matter for the conversion.
    const document = { ...withinLimits(() => readDocument(markdown)), bodyStart: 0 }
    const { content } = await pageContent(document, {
      async resolve({ kind, url }) {
        const image = kind === 'image' ? find(splitAddress(url).path) : undefined
        const type = image && imageType(image)
        if (image === undefined || type === undefined) return { to: 'keep' }
        const base64 = Buffer.from(image).toString('base64')
        return { to: 'replace', url: `data:${type};base64,${base64}` }
      },
    })
    return content
  } catch (error) {
    if (error instanceof RequestError) return markdown
    throw error
  }
}

function imageFinder(images: FormImages): (path: string) => Uint8Array | undefined {
  const byName = Map.groupBy(images, ([path]) => nameOf(path))
  return (path) => {
    const exact = images.get(path.replace(/^(?:\.\/)+/, ''))
    const [only, ...others] = byName.get(nameOf(path)) ?? []
    return exact ?? (others.length === 0 ? only?.[1] : undefined)
  }
}
