/** Local images: known by their content. @module */
import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { generatorNames } from '../site/find-site.ts'
import { diskFiles } from './disk-files.ts'
import { imageType } from './read-image.ts'

const folder = mkdtempSync(join(tmpdir(), 'markport-images-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')

test('tells each kind of image by its first bytes', () => {
  const kinds: readonly [content: string, type: string | undefined][] = [
    ['\x89PNG\r\n\x1a\n....', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['GIF89a', 'image/gif'],
    ['RIFF....WEBPVP8 ', 'image/webp'],
    ['\0\0\0\x10ftypavif\0\0\0\0', 'image/avif'],
    ['\0\0\0\x10ftypisom\0\0\0\0', undefined],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['<?xml version="1.0"?>\n<!-- a -->\n<!DOCTYPE svg>\n<svg>', 'image/svg+xml'],
    ['<html><svg></svg>', undefined],
    ['%PDF-1.7', undefined],
    ['', undefined],
  ]
  for (const [content, type] of kinds) assert.equal(imageType(bytes(content)), type, content)
})

test('reads an image that may be read, and says why not', async () => {
  const file = join(folder, 'a.txt')
  writeFileSync(file, bytes('GIF89a'))
  const options = { top: realpathSync(folder), named: [], allowIgnored: [], generatorNames }
  const read = (name: string) => diskFiles(options).readImage(join(options.top, name), 1_000)
  assert.deepEqual(await read('a.txt'), { url: 'data:image/gif;base64,R0lGODlh', bytes: 6 })
  assert.equal(await read('../..'), 'outside')
  assert.equal(await read('none.png'), 'image-missing')
  assert.equal(await read('a.txt/none.png'), 'image-missing')
  assert.equal(await read('nul\0.png'), 'image-missing')
  symlinkSync('loop.png', join(folder, 'loop.png'))
  assert.equal(await read('loop.png'), 'image-unreadable')
  writeFileSync(join(folder, 'b.png'), 'text')
  assert.equal(await read('b.png'), 'image-unsupported')
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n'
  writeFileSync(join(folder, 'b.png'), pointer)
  assert.equal(await read('b.png'), 'image-not-fetched')
  writeFileSync(join(folder, 'c.gif'), bytes(`GIF89a${'.'.repeat(800)}`))
  assert.equal(await read('c.gif'), 'image-too-large')
})
