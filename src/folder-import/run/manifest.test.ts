/** The manifest: what is noted stays, also when the run is cut off. @module */
import assert from 'node:assert/strict'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { openManifest } from './manifest.ts'
import type { ManifestEntry } from './manifest-entry.ts'
import { ownManifest } from './manifest-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'markport-manifest-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const target = { endpoint: 'http://w/', space: 'DOCS', parent: '1' }
const entry = (pageId: string): ManifestEntry => ({
  pageId,
  url: `http://w/${pageId}`,
  parentId: '1',
  title: `T${pageId}`,
  hash: 'h',
  isComplete: true,
})
const left = (pageId: string) => ({ path: 'old.md', pageId, url: 'u', parentId: '1', title: 'T' })
const freshFile = (): string => join(mkdtempSync(join(folder, 'run-')), 'docs', 'manifest.json')

test('keeps what was noted, with and without the end of the run', () => {
  for (const isEnded of [true, false]) {
    const file = freshFile()
    const first = openManifest(file, target)
    first.put('a.md', entry('2'))
    first.put('b.md', entry('3'))
    first.remove('a.md')
    first.putLeft(left('9'))
    first.putLeft(left('10'))
    first.removeLeft('9')
    if (isEnded) first.save()
    assert.equal(existsSync(`${file}.journal`), !isEnded)
    const second = openManifest(file, target)
    assert.deepEqual(second.paths(), ['b.md'])
    assert.deepEqual(second.find('b.md'), entry('3'))
    assert.deepEqual(second.left(), [left('10')])
  }
})

test('neither reads nor writes what a link leads to, and says so', () => {
  const outside = join(mkdtempSync(join(folder, 'outside-')), 'profile')
  writeFileSync(outside, 'untouched')
  for (const name of ['', '.journal']) {
    const file = freshFile()
    mkdirSync(dirname(file))
    const manifest = name === '' ? undefined : openManifest(file, target)
    symlinkSync(outside, file + name)
    const said = { name: 'ManifestError', message: /is a symbolic link. Choose another place/ }
    assert.throws(() => openManifest(file, target), said)
    if (manifest) assert.throws(() => manifest.put('$(id).md', entry('2')), said)
  }
  const base = mkdtempSync(join(folder, 'base-'))
  symlinkSync(dirname(outside), join(base, '.markport'))
  assert.throws(() => ownManifest(base), /\.markport is a symbolic link/)
  assert.deepEqual(readdirSync(dirname(outside)), ['profile'])
  assert.equal(readFileSync(outside, 'utf8'), 'untouched')
})

test('passes over half a line of a run that was cut off, and goes on behind it', () => {
  const file = freshFile()
  openManifest(file, target).put('a.md', entry('2'))
  appendFileSync(`${file}.journal`, '{"endpoint":"http://w/","spa')
  const next = openManifest(file, target)
  next.put('b.md', entry('3'))
  assert.deepEqual(openManifest(file, target).paths(), ['a.md', 'b.md'])
})

test('takes what a run that was cut off had noted into the file, though nothing more is noted', () => {
  const file = freshFile()
  openManifest(file, target).put('a.md', entry('2'))
  openManifest(file, target, { isReadOnly: true }).save()
  assert.equal(existsSync(file), false, 'a dry run leaves it')
  openManifest(file, target).save()
  assert.equal(existsSync(`${file}.journal`), false)
  assert.match(readFileSync(file, 'utf8'), /"a\.md"/)
})

test('keeps the pages of each target apart', () => {
  const file = freshFile()
  const first = openManifest(file, target)
  first.put('a.md', entry('2'))
  first.save()
  const other = openManifest(file, { ...target, parent: '5' })
  assert.deepEqual(other.paths(), [])
  other.put('a.md', entry('7'))
  other.save()
  assert.equal(openManifest(file, target).find('a.md')?.pageId, '2')
})

test('writes nothing when it is only read, or nothing was noted', () => {
  const file = freshFile()
  const readOnly = openManifest(file, target, { isReadOnly: true })
  readOnly.put('a.md', entry('2'))
  readOnly.save()
  openManifest(file, target).save()
  assert.equal(existsSync(file) || existsSync(`${file}.journal`), false)
})

test('says what to do about a manifest that it cannot use', () => {
  const file = join(folder, 'broken.json')
  writeFileSync(file, '{"version":7}')
  assert.throws(() => openManifest(file, target), {
    name: 'ManifestError',
    message: /broken\.json is no manifest of this version\. Delete it/,
  })
  assert.equal(readFileSync(file, 'utf8'), '{"version":7}')
  assert.throws(() => openManifest(join(file, 'manifest.json'), target), {
    message: /cannot be used: ENOTDIR.*Choose another place with --manifest/,
  })
})
