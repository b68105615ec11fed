/** Files that links bring along: their names, and the types that we decide. @module */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { gif } from '../../../test/support/samples/images.ts'
import { convertDocument } from '../convert-document.ts'
import { linkedFileUrl, nameInDataUrl } from './data-urls.ts'
import { fileType } from './image-kind.ts'

const limits = { maxDepth: 90, maxMarkdownBytes: 1_000, maxAdfBytes: 100_000 }
const bytes = Buffer.from('%PDF-1.7 words')
const url = linkedFileUrl('plan (1)_www.x.pdf', bytes)

describe('a linked file', () => {
  for (const [name, markdown] of [
    ['a link', `[a](${url}) b`],
    ['a link with a title', `[a](${url} "t") b`],
    ['a definition', `[a][f] b\n\n[f]: ${url}`],
    ['HTML', `<a href="${url}">a</a> b`],
    ['a link beside formatting', `**c** [a](${url}) b`],
  ] as const) {
    test(`is taken out of ${name}, and known by its bytes and its name`, () => {
      const { adf: pieces, images, markdown: source, text } = convertDocument(markdown, limits)
      const adf = pieces.join('')
      const [file, ...others] = images
      assert.ok(file)
      assert.deepEqual(others, [])
      assert.deepEqual([file.name, file.type], ['plan (1)_www.x.pdf', 'application/pdf'])
      assert.deepEqual(Buffer.from(file.bytes), bytes)
      const reference = `attachment:${file.sha256}/plan%20%281%29_www.x.pdf`
      assert.ok(adf.includes(`"href":"${reference}"`), adf)
      assert.ok(source.includes(reference), source)
      assert.doesNotMatch(adf + source + text, /data:|base64/)
    })
  }

  test('is none without a name, and in code', () => {
    const plain = `data:application/pdf;base64,${bytes.toString('base64')}`
    const { images, adf } = convertDocument(`[a](${plain}) \`[b](${url})\``, limits)
    assert.deepEqual(images, [])
    assert.ok(adf.join('').includes(plain) && adf.join('').includes(url))
  })

  test('is kept once, and shown as an image where it is one', () => {
    const { images } = convertDocument(
      `[a](${linkedFileUrl('a.gif', gif)}) ![b](data:;base64,${gif.toString('base64')})`,
      limits,
    )
    assert.deepEqual(
      images.map(({ type, name }) => [type, name]),
      [['image/gif', undefined]],
    )
  })

  test('has the name that was given, without a path or what nobody sees', () => {
    const any = fc.string({
      unit: fc.constantFrom(...'a.B-_ /\\\0\u202e\ud800é😀'),
      maxLength: 200,
    })
    fc.assert(
      fc.property(any, (name) => {
        const read = nameInDataUrl(linkedFileUrl(name, bytes))
        assert.doesNotMatch(read ?? 'x', /[\p{C}\p{Zl}\p{Zp}/\\]/u)
        assert.ok((read ?? '').length <= 120)
        if (/^[\w .-]{1,50}$/.test(name) && /\w/.test(name)) assert.equal(read, name.trim())
      }),
    )
    assert.equal(nameInDataUrl(linkedFileUrl(`${'é'.repeat(200)}.tar`, bytes))?.slice(-5), 'é.tar')
    assert.equal(nameInDataUrl(linkedFileUrl('../..', bytes)), undefined)
    assert.equal(nameInDataUrl('data:;name=%E0%A4%A,x'), undefined)
  })
})

describe('the type of a file', () => {
  const text = 'text/plain; charset=utf-8'
  const download = 'application/octet-stream'
  for (const [name, content, type] of [
    ['a.pdf', '%PDF-1.4', 'application/pdf'],
    ['a.PDF', '%PDF-1.4', 'application/pdf'],
    ['a.pdf', '<script>', download],
    ['a.zip', 'PK\u0003\u0004\0', 'application/zip'],
    ['a.csv', 'a,b\nc,d', text],
    ['a.ts', 'export const a = 1', text],
    ['Makefile', 'all:', text],
    ['a.bin', '\0\u0001', download],
    ['a.html', 'words alone', download],
    ['a.svg', '<svg/>', download],
    ['a.xml', 'x', download],
    ['a.drawio', '<mxfile/>', download],
    ['a.txt', ' \n<!doctype html><script>', download],
    ['a.txt', '\ufeff<svg onload=x>', download],
    ['constructor', 'x', text],
    ['a.__proto__', 'x', text],
  ] as const) {
    test(`${name} with ${JSON.stringify(content)} is ${type}`, () => {
      assert.equal(fileType(name, Buffer.from(content)), type)
    })
  }

  test('is decided by the bytes for images and for what is no text', () => {
    assert.equal(fileType('a.html', gif), 'image/gif')
    assert.equal(fileType('a.txt', Buffer.from([0x61, 0xff])), download)
  })

  test('is never one that a browser runs, whatever name and bytes are', () => {
    const starts = fc.constantFrom('%PDF-', 'PK', '<svg>', '<html>', '', '\ufeff', 'GIF89a')
    fc.assert(
      fc.property(fc.string(), starts, fc.string(), (name, start, rest) => {
        const type = fileType(name, Buffer.from(start + rest))
        assert.doesNotMatch(type, /html|svg|xml(?!formats)|script/)
      }),
    )
  })
})
